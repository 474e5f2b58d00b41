import { operatorDeposits } from "../../../../resources/operator/deposits.ts";
import { RecordList } from "../../framework/pages/record-list.tsx";
import { paymentCells, paymentLayout } from "../../framework/widgets/payment-cells.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

const resource = operatorDeposits;

/** /operator/deposits: everybody's deposits, and those that are to be assigned. */
export const Component = () => (
  <>
    <PageHeader
      title={operatorDeposits.title}
      text="Deposits on all chains. A deposit in suspense was paid for an unknown account. Assign it to a team."
    />
    <RecordList resource={resource} cells={paymentCells} layout={paymentLayout} />
  </>
);
