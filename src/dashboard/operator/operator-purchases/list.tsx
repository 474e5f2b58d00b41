import { operatorPurchases } from "../../../../resources/operator/purchases.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { paymentCells } from "../../framework/widgets/payment-cells.tsx";

/** /operator/purchases */
export const Component = () => <ListPage resource={operatorPurchases} cells={paymentCells} />;
