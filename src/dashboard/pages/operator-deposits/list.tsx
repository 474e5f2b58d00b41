import type { Resource } from "../../../../resources/define.ts";
import { operatorDeposits } from "../../../../resources/operator/deposits.ts";
import { RecordList } from "../../framework/pages/record-list.tsx";
import { paymentCells, paymentLayout } from "../../framework/widgets/payment-cells.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

const resource = operatorDeposits as unknown as Resource;

/** /operator/deposits: everybody's deposits, and those that are to be assigned. */
export const Component = () => (
  <>
    <PageHeader
      title={operatorDeposits.title}
      text="What people paid in on any chain, from its first block on. A deposit in suspense was paid for an account that nobody has: assign it to a team."
    />
    <RecordList resource={resource} cells={paymentCells} layout={paymentLayout} />
  </>
);
