import { operatorDeposits } from "../../../../resources/operator/deposits.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { paymentCells } from "../../framework/widgets/payment-cells.tsx";

/** /operator/deposits */
export const Component = () => <ListPage resource={operatorDeposits} cells={paymentCells} />;
