import { lazy, Suspense } from "react";
import { useParams } from "react-router";
import { aiKeys } from "../../../../resources/ai/keys.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { HistoryButton } from "../../framework/pages/history.tsx";
import { usePageTitle } from "../../framework/page-title.ts";
import { Card } from "../../ui/panels/card.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import { KeyOverview } from "./detail/key-overview.tsx";
import { KeyState } from "./key-state.tsx";
import { showAiKey } from "./shown-key.ts";

const Settings = lazy(() => import("./detail/key-settings.tsx").then((module) => ({ default: module.KeySettings })));

/** /ai-rpc/key/{name}/{id}: a key's usage, activity and settings. */
export const Component = () => {
  const { id = "", name = "" } = useParams();
  return <KeyPage key={id} id={id} name={name} />;
};

const KeyPage = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { data: shown, error, reload } = useCall(showAiKey, { params: { id } });
  usePageTitle(shown?.name ?? name);
  if (error && !shown) return <ErrorState message={error.message} onRetry={reload} isPage />;
  return (
    <>
      <PageHeader
        title={shown?.name ?? name}
        beside={shown && <KeyState shown={shown} />}
        actions={<HistoryButton resource={aiKeys} />}
      />
      {shown ? (
        <Tabs
          label="AI key"
          forgets={ofTabs}
          tabs={[
            { label: "Overview", content: <KeyOverview shown={shown} /> },
            {
              label: "Settings",
              content: (
                <Suspense fallback={<Skeleton lines={6} />}>
                  <Settings shown={shown} onReset={reload} />
                </Suspense>
              ),
            },
          ]}
        />
      ) : (
        <Card>
          <Skeleton lines={7} />
        </Card>
      )}
    </>
  );
};

const ofTabs = ["model", "page", "size"];
