import type { ReactNode } from "react";
import type { aiActivity } from "../../../../../resources/ai-rpc/key-calls.ts";
import { listAiModels } from "../../../../../resources/ai-rpc/model-calls.ts";
import { aiActivityDays } from "../../../../../resources/ai-rpc/limits.ts";
import type { Reply } from "../../../../../resources/call-input.ts";
import { useCall, type CallResult } from "../../../framework/data/use-call.ts";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { activityColumns } from "./activity-columns.tsx";
import { ModelFilter } from "./model-filter.tsx";
import { activityPageSize, type ActivityState } from "./use-activity-state.ts";

export type AiRequest = Reply<typeof aiActivity>["items"][number];

interface ActivityTableProps<Row extends AiRequest> {
  readonly title: string;
  readonly state: ActivityState;
  readonly activity: Pick<CallResult<never>, "error" | "reload"> & {
    readonly data: { readonly items: readonly Row[]; readonly total: number } | undefined;
  };
  /** Extra columns, inserted after the first. */
  readonly columns?: readonly Column<Row>[];
  readonly empty?: ReactNode;
}

/** Requests with tokens, cost and speed, newest first. */
export const ActivityTable = <Row extends AiRequest>({
  title,
  state,
  activity: { data, error, reload },
  columns = [],
  empty,
}: ActivityTableProps<Row>) => {
  const { data: models } = useCall(listAiModels);
  const [first, ...others] = activityColumns as readonly Column<AiRequest>[] as readonly Column<Row>[];
  const nothing = state.model === "" ? "No requests yet." : "No requests to this model.";
  return (
    <Card
      title={title}
      text={`Kept for ${aiActivityDays} days. Failed requests are not charged.`}
      actions={<ModelFilter models={models ?? []} value={state.model} onChange={state.onModel} />}
      flush
    >
      <DataTable<Row>
        label={title}
        columns={[first!, ...columns, ...others]}
        rows={data?.items}
        rowKey={({ id }) => id}
        skeletonRows={4}
        empty={(state.model === "" && empty) || <p className="fh-empty fh-muted">{nothing}</p>}
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination page={state.page} pageSize={activityPageSize} total={data?.total ?? 0} onPage={state.onPage} />
    </Card>
  );
};
