import { Money } from "../../ui/panels/money.tsx";
import { pricedBy } from "../../../../resources/billing/price-labels.ts";
import { operatorPrices } from "../../../../resources/operator/prices.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { Cells } from "../../framework/pages/record-list.tsx";
import { parseCoins } from "../../lib/format/coins.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { TwoLines } from "../../ui/panels/two-lines.tsx";

/** /operator/prices */
export const Component = () => <ListPage resource={operatorPrices} cells={cells} />;

const cells: Cells<typeof operatorPrices> = {
  resource: ({ resource, item }) => <TwoLines first={pricedBy[resource].words} second={item} />,
  land: ({ land }) => <Money land={parseCoins(land) ?? 0n} />,
  // The built-in prices apply from 1970 on.
  startsAt: ({ startsAt }) => (startsAt ? formatMoment(startsAt) : "Start"),
};
