import type { ReactNode } from "react";
import { deploymentDiff } from "../../../../../resources/hosting/deployment-calls.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useUrlQuery } from "../../../framework/data/use-url-query.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { formatRelative } from "../../../lib/format/date.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { Empty } from "../../../ui/states/empty.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { MenuField } from "../../../framework/forms/menu-field.tsx";
import type { Deployment } from "../build/facts.tsx";
import { titleOf } from "../cells.tsx";
import styles from "./changes.module.css";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { ChangeList, ChangeMark } from "../../../framework/widgets/file-changes/change-mark.tsx";
import { FileChanges } from "../../../framework/widgets/file-changes/file-changes.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";

const offeredMax = 50;

/** Changes since the previous successful deployment, or since the one in the URL. */
export const Changes = ({ deployment }: { readonly deployment: Deployment }) => {
  const { taskId, projectId, previousTaskId } = deployment;
  const { query, change } = useUrlQuery();
  const { rows, error } = useRecords(deployments, { size: offeredMax, filters: { projectId, state: "success" } });
  const others = rows?.filter((row) => row.taskId !== taskId);
  const chosen = query.get("with") ?? previousTaskId ?? others?.[0]?.taskId;
  if (error && !rows) return <ErrorState message={error.message} />;
  if (!others) return <Loading />;
  if (chosen === undefined)
    return (
      <Card>
        <Empty
          icon="history"
          title="No deployment to compare"
          text="This project has no other successful deployment."
        />
      </Card>
    );
  return (
    <div className="fh-stack">
      <div className={styles.choice}>
        <MenuField
          label="Compare with"
          value={chosen}
          options={optionsOf(others, chosen)}
          onChange={(id) => change({ with: id })}
        />
      </div>
      <Compared key={chosen + deployment.state} taskId={taskId} otherTaskId={chosen} />
    </div>
  );
};

const optionsOf = (others: readonly Deployment[], chosen: string) => [
  ...others.map((row) => ({ value: row.taskId, label: labelOf(row) })),
  ...(others.some(({ taskId }) => taskId === chosen) ? [] : [{ value: chosen, label: "Earlier deployment" }]),
];

const labelOf = (row: Deployment): string =>
  [titleOf(row), row.commit?.slice(0, 8), row.target === "preview" && row.branch, formatRelative(row.createdAt)]
    .filter(Boolean)
    .join(" · ");

const Compared = ({ taskId, otherTaskId }: { readonly taskId: string; readonly otherTaskId: string }) => {
  const { data, error, reload } = useCall(deploymentDiff, { params: { taskId, otherTaskId } });
  if (error && !data) return <ErrorState message={error.message} onRetry={reload} />;
  return data ? <DiffView diff={data} /> : <Loading />;
};

const Loading = () => (
  <Card>
    <Skeleton lines={6} />
  </Card>
);

type Diff = Reply<typeof deploymentDiff>;

/** Changed commit, settings, variables and files. */
const DiffView = ({ diff }: { readonly diff: Diff }) => (
  <div className="fh-stack">
    {(diff.before.commit ?? diff.after.commit) && (
      <Card title="Commit">
        <BeforeAfter before={<Commit of={diff.before} />} after={<Commit of={diff.after} />} />
      </Card>
    )}
    {diff.settings.length > 0 && (
      <Card title="Settings">
        <dl className={styles.settings}>
          {diff.settings.map(({ name, before, after }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <BeforeAfter before={<Value text={before} />} after={<Value text={after} />} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    )}
    {diff.env.length > 0 && (
      <Card title="Environment variables" text="Only names are shown, never values.">
        <ChangeList>
          {diff.env.map(({ name, change }) => (
            <li key={name}>
              <ChangeMark change={change} />
              <span className="fh-mono">{name}</span>
            </li>
          ))}
        </ChangeList>
      </Card>
    )}
    {diff.before.cid && diff.after.cid ? (
      <FileChanges {...diff} />
    ) : (
      <Card title="Files" text={`${diff.before.cid ? "This" : "The other"} deployment published no files.`} />
    )}
  </div>
);

const BeforeAfter = ({ before, after }: { readonly before: ReactNode; readonly after: ReactNode }) => (
  <div className={styles.pair}>
    <span>{before}</span>
    <span aria-hidden="true">→</span>
    <span className="fh-hidden">changed to</span>
    <span>{after}</span>
  </div>
);

const Commit = ({ of: { commit, message, author, branch } }: { readonly of: Deployment }) =>
  commit ? (
    <>
      <CopyText text={commit} shown={commit.slice(0, 8)} label="commit" />
      <small>{[message, author, branch].filter(Boolean).join(" · ")}</small>
    </>
  ) : (
    <span className="fh-muted">–</span>
  );

const Value = ({ text }: { readonly text: string }) =>
  text === "" ? <span className="fh-muted">not set</span> : <code>{text}</code>;
