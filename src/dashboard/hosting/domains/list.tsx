import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { tabKey, Tabs } from "../../ui/page/tabs.tsx";
import { AddButton } from "../flows/domains/add-button.tsx";
import { useDomainList } from "../flows/domains/domain-list.tsx";
import { AddNameButton } from "./names/add-name.tsx";

const NameServiceTab = lazy(() =>
  import("./names/name-service-tab.tsx").then((module) => ({ default: module.NameServiceTab })),
);

const nameTab = "Name services";
/** Filters and open dialogs of a tab. */
const ofTabs = ["page", "size", "keyword", "state", "domain", "name"];

/** /hosting/domains: the team's domains and on-chain names. */
export const Component = () => {
  const [query] = useSearchParams();
  const { list, dialogs } = useDomainList();
  const ofNames = query.get("tab") === tabKey(nameTab);
  return (
    <ListPage
      {...list}
      create={ofNames ? <AddNameButton /> : <AddButton />}
      frame={(table) => (
        <Tabs
          label="Site domains"
          forgets={ofTabs}
          tabs={[
            {
              label: "DNS",
              content: (
                <>
                  {table}
                  {dialogs}
                </>
              ),
            },
            {
              label: nameTab,
              content: (
                <Suspense fallback={<Skeleton lines={4} />}>
                  <NameServiceTab />
                </Suspense>
              ),
            },
          ]}
        />
      )}
    />
  );
};
