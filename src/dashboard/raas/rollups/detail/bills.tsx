import { Money } from "../../../ui/panels/money.tsx";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { rollupBills } from "../../../../../resources/raas/rollup-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import type { Column } from "../../../ui/table/data-table-types.ts";
import { Empty } from "../../../ui/states/empty.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { formatSpan } from "./facts.tsx";

type Bill = Reply<typeof rollupBills>["details"][number];

const columns: readonly Column<Bill>[] = [
  { key: "billType", title: "Description", cell: ({ billType }) => (billType === 0 ? "First term" : "Renewal") },
  { key: "time", title: "Duration", cell: ({ time }) => formatSpan(time) },
  {
    key: "land",
    title: "Paid",
    cell: ({ land }) => (BigInt(land) === 0n ? "Free" : <Money land={land} />),
    align: "end",
  },
  { key: "createdAt", title: "Date", cell: ({ createdAt }) => <Moment seconds={createdAt} />, width: "180px" },
];

/** Payments for a rollup. */
export const Bills = ({ id }: { readonly id: string }) => {
  const { data, error, reload } = useCall(rollupBills, { query: { rollupId: id } });
  return (
    <DataTable<Bill>
      label="Bills"
      columns={columns}
      rows={data?.details}
      rowKey={({ billType, time, createdAt }) => `${billType} ${time} ${createdAt}`}
      skeletonRows={2}
      empty={<Empty icon="wallet" title="No payments yet" text="Payments for each term appear here." />}
      error={error && <ErrorState message={error.message} onRetry={reload} />}
    />
  );
};
