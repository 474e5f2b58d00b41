import { lazy, Suspense, type ReactNode } from "react";
import { aiKeys } from "../../../../resources/ai-rpc/keys.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ModelsTab } from "./models/models-tab.tsx";

const KeysTab = lazy(() => import("./keys/keys-tab.tsx").then((module) => ({ default: module.KeysTab })));
const Playground = lazy(() => import("./playground/playground.tsx").then((module) => ({ default: module.Playground })));
const TeamActivity = lazy(() =>
  import("./activity/team-activity.tsx").then((module) => ({ default: module.TeamActivity })),
);

/** /ai-rpc: models, the team's keys, playground and activity. */
export const Component = () => (
  <>
    <PageHeader title={aiKeys.title} text="An OpenAI-compatible API for every model." />
    <Tabs
      label={aiKeys.title}
      forgets={ofTabs}
      tabs={[
        { label: "Models", content: <ModelsTab /> },
        { label: "Keys", content: <Later of={<KeysTab />} /> },
        { label: "Playground", content: <Later of={<Playground />} /> },
        { label: "Activity", content: <Later of={<TeamActivity />} /> },
      ]}
    />
  </>
);

const ofTabs = ["model", "key", "page"];

/** Loads the content of a tab when it is opened. */
const Later = ({ of }: { readonly of: ReactNode }) => <Suspense fallback={<Skeleton lines={6} />}>{of}</Suspense>;
