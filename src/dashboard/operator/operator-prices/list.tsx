import { operatorPrices } from "../../../../resources/operator/prices.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { formatMoment } from "../../lib/format/date.ts";

/** /operator/prices */
export const Component = () => <ListPage resource={operatorPrices} cells={cells} />;

const cells: Cells<typeof operatorPrices> = {
  // The built-in prices apply from 1970 on.
  startsAt: ({ startsAt }) => (startsAt ? formatMoment(startsAt) : "Always"),
};
