import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { bills, rollupBills } from "../../../../../resources/raas/rollup-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { RowTable, type RowCells } from "../../../framework/pages/row-table.tsx";
import { formatSpan } from "./facts.tsx";

const cells: RowCells<Reply<typeof rollupBills>["details"][number]> = {
  billType: ({ billType }) => (billType === 0 ? "Order" : "Renewal"),
  time: ({ time }) => formatSpan(time),
};

/** Payments for a rollup. */
export const Bills = ({ id }: { readonly id: string }) => {
  const { data, error, reload } = useCall(rollupBills, { query: { rollupId: id } });
  return <RowTable list={bills} rows={data?.details} cells={cells} error={error} reload={reload} />;
};
