import { useSearchParams } from "react-router";
import { deploymentDiff } from "../../../../../resources/hosting/deployment-calls.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { formatRelative } from "../../../lib/format/date.ts";
import { Card } from "../../../ui/card.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SelectField } from "../../../ui/text-field.tsx";
import type { Deployment } from "../build/facts.tsx";
import { titleOf } from "../cells.tsx";
import styles from "./changes.module.css";
import { DiffView } from "./diff-view.tsx";

const offeredMax = 50;

/** Changes since the previous successful deployment, or since the one in the URL. */
export const Changes = ({ deployment }: { readonly deployment: Deployment }) => {
  const { taskId, projectId, previousTaskId } = deployment;
  const [query, setQuery] = useSearchParams();
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
        <SelectField
          label="Compare with"
          value={chosen}
          options={optionsOf(others, chosen)}
          onChange={(id) => {
            const next = new URLSearchParams(query);
            next.set("with", id);
            setQuery(next, { replace: true, preventScrollReset: true });
          }}
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
