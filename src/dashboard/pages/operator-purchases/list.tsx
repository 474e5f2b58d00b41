import type { Resource } from "../../../../resources/define.ts";
import { operatorPurchases } from "../../../../resources/operator/purchases.ts";
import { RecordList } from "../../framework/pages/record-list.tsx";
import { paymentCells, paymentLayout } from "../../framework/widgets/payment-cells.tsx";
import { PageHeader } from "../../ui/page-header.tsx";

const resource = operatorPurchases as unknown as Resource;

/** /operator/purchases: everybody's purchases, and those that are to be assigned. */
export const Component = () => (
  <>
    <PageHeader
      title={operatorPurchases.title}
      text="Resources that people bought on any chain, from the first block on. A purchase in suspense was made for an account that nobody has: assign it to a team."
    />
    <RecordList resource={resource} cells={paymentCells} layout={paymentLayout} />
  </>
);
