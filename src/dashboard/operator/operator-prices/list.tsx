import { pricedBy } from "../../../../resources/billing/price-labels.ts";
import { operatorPrices } from "../../../../resources/operator/prices.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { formatMoment } from "../../lib/format/date.ts";
import { TwoLines } from "../../ui/panels/two-lines.tsx";

/** /operator/prices */
export const Component = () => <ListPage resource={operatorPrices} cells={cells} />;

const cells: Cells<typeof operatorPrices> = {
  resource: ({ resource, item }) => <TwoLines first={pricedBy[resource].words} second={item} />,
  land: ({ land }) => `${grouped(land)} LAND`,
  // The built-in prices apply from 1970 on.
  startsAt: ({ startsAt }) => (startsAt ? formatMoment(startsAt) : "Start"),
};

/** Adds thousands separators to a decimal number without rounding: "80711.124" becomes "80,711.124". */
const grouped = (decimal: string): string => {
  const [whole, fraction] = decimal.split(".");
  const thousands = BigInt(whole!).toLocaleString("en");
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
};
