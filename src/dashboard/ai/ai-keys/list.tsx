import { formatDollars } from "../../../../resources/money.ts";
import { Money } from "../../ui/panels/money.tsx";
import { lazy, type ReactNode } from "react";
import { aiKeys, type AiKey } from "../../../../resources/ai/keys.ts";
import { listAiModels, type AiModel } from "../../../../resources/ai/model-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { countOf } from "../../lib/format/count.ts";
import { Tabs } from "../../ui/page/tabs.tsx";
import { Meter } from "../../ui/panels/tiles.tsx";
import { KeyState } from "./key-state.tsx";
import { keyFormParts, ModelsField } from "./keys/key-form.tsx";
import styles from "./keys/keys.module.css";
import { shareOf } from "./keys/periods.ts";
import { exampleOf, type Example } from "./models/model-words.ts";
import { ModelsTab } from "./models/models-tab.tsx";
import { keyPath } from "./paths.ts";
import { Snippets, UseCard } from "./use-card.tsx";

const Playground = lazy(() => import("./playground/playground.tsx").then((module) => ({ default: module.Playground })));
const TeamActivity = lazy(() =>
  import("./activity/team-activity.tsx").then((module) => ({ default: module.TeamActivity })),
);

/** /ai-rpc: models, the team's keys, playground and activity. */
export const Component = () => {
  const { data: models } = useCall(listAiModels);
  return (
    <ListPage
      resource={aiKeys}
      cells={{
        isActive: (key) => <KeyState shown={key} />,
        used: (key) => <MonthUse shown={key} />,
        models: ({ models }) => (models.length === 0 ? "All" : countOf(models.length, "model")),
      }}
      rowActions={(key) => [{ label: "Settings", icon: "settings", to: `${keyPath(key)}?tab=settings` }]}
      form={() => ({
        ...keyFormParts,
        initial: { models: [] },
        controls: { models: (props) => <ModelsField {...props} value={props.value as string[]} /> },
        reveal: {
          title: "AI key created",
          key: "key",
          below: (key, { models: allowed }) => (
            <NewKeySnippets example={exampleOf(models, allowed as string[])} apiKey={key} />
          ),
        },
      })}
      frame={(table, keys) => (
        <Tabs
          label={aiKeys.title}
          forgets={ofTabs}
          tabs={[
            { label: "Models", content: <ModelsTab /> },
            { label: "Keys", content: <KeysTab table={table} keys={keys} models={models} /> },
            { label: "Playground", content: <Playground /> },
            { label: "Activity", content: <TeamActivity /> },
          ]}
        />
      )}
    />
  );
};

const ofTabs = ["model", "key", "page", "size", "search", "source", "operation"];

interface NewKeySnippetsProps {
  readonly example: Example | undefined;
  readonly apiKey: string;
}

/** A first request with a key that was just created. */
const NewKeySnippets = ({ example, apiKey }: NewKeySnippetsProps) =>
  example && (
    <>
      <h3>Make a first request</h3>
      <Snippets example={example} apiKey={apiKey} />
    </>
  );

interface KeysTabProps {
  readonly table: ReactNode;
  readonly keys: readonly AiKey[] | undefined;
  readonly models: readonly AiModel[] | undefined;
}

/** The team's keys with their monthly usage. */
const KeysTab = ({ table, keys, models }: KeysTabProps) => {
  const example = exampleOf(models);
  return (
    <div className="fh-stack">
      <p className="fh-muted">Create one key per application and limit what it can spend.</p>
      <div>{table}</div>
      {example && keys && keys.length > 0 && <UseCard example={example} />}
    </div>
  );
};

const MonthUse = ({ shown: { used, limit } }: { readonly shown: AiKey }) =>
  limit === null ? (
    <Money land={used} />
  ) : (
    <span className={styles.use}>
      <span>
        <Money land={used} /> of {formatDollars(limit)}
      </span>
      <Meter label="Used of the monthly limit" share={shareOf(used, limit)} />
    </span>
  );
