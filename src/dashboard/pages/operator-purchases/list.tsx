import { operatorPurchases } from "../../../../resources/operator/purchases.ts";
import { RecordList } from "../../framework/pages/record-list.tsx";
import { paymentCells, paymentLayout } from "../../framework/widgets/payment-cells.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

const resource = operatorPurchases;

/** /operator/purchases: everybody's purchases, and those that are to be assigned. */
export const Component = () => (
  <>
    <PageHeader
      title={operatorPurchases.title}
      text="Purchases on all chains. A purchase in suspense was made for an unknown account. Assign it to a team."
    />
    <RecordList resource={resource} cells={paymentCells} layout={paymentLayout} />
  </>
);
