import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { tabKey, Tabs } from "../../ui/tabs.tsx";
import { AddButton } from "./add-button.tsx";
import { DomainList } from "./domain-list.tsx";
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
  const ofNames = query.get("tab") === tabKey(nameTab);
  return (
    <>
      <PageHeader
        title="Site domains"
        text="Custom domains for your sites."
        actions={ofNames ? <AddNameButton /> : <AddButton />}
      />
      <Tabs
        label="Site domains"
        forgets={ofTabs}
        tabs={[
          { label: "DNS", content: <DomainList emptyAction={<AddButton />} /> },
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
    </>
  );
};
