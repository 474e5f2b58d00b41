import type { ReactNode } from "react";
import { pricedBy } from "../../../../resources/billing/price-labels.ts";
import type { Row } from "../../../../resources/define.ts";
import { operatorPrices } from "../../../../resources/operator/prices.ts";
import { CreateButton } from "../../framework/pages/create-button.tsx";
import { RecordList, type ListLayout } from "../../framework/pages/record-list.tsx";
import { formatMoment } from "../../lib/format/date.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";
import { grouped } from "./grouped.ts";

type Price = Row<typeof operatorPrices>;

const resource = operatorPrices;

/** /operator/prices: what things cost, cost before, and will cost. */
export const Component = () => (
  <>
    <PageHeader
      title={operatorPrices.title}
      text="Prices for usage beyond packages. A new price applies from a full hour. Earlier usage is charged at the earlier price."
      actions={<CreateButton resource={resource} />}
    />
    <RecordList resource={resource} cells={cells} layout={layout} without={["item"]} />
  </>
);

/** The resource and for how much of it the price is, and below it the model. */
const Priced = ({ resource: priced, item }: Price) => <TwoLines first={pricedBy[priced].words} second={item} />;

const cells: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => ReactNode>> = {
  resource: (row) => <Priced {...(row as Price)} />,
  land: (row) => `${grouped((row as Price).land)} LAND`,
  startsAt: (row) => startOf((row as Price).startsAt!),
};

/** The list that the cloud came with holds from 1970 on. */
const startOf = (seconds: number): string => (seconds === 0 ? "Start" : formatMoment(seconds));

const layout: ListLayout = {
  land: { width: "240px" },
  state: { width: "130px" },
  startsAt: { width: "190px", wideOnly: true },
  createdAt: { width: "164px", wideOnly: true },
};
