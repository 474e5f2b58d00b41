import { Link } from "react-router";
import { pageHref } from "../../../../../resources/href.ts";
import { meteredResources } from "../../../../../resources/limits.ts";
import { docs } from "../../../../../resources/pages.ts";
import { formatDay } from "../../../lib/format/date.ts";
import { formatLandDollars } from "../../../lib/format/land.ts";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { nameOfResource } from "../../overview/usage-tiles.ts";
import { Land } from "../balance/land.tsx";
import { counted, landOf, unitOf, type Prices } from "../../../framework/cost/prices.ts";

type Row = Prices[number];

/** LAND prices above the packages, with the start dates of announced prices. */
export const PriceTable = ({ prices }: { readonly prices: Prices }) => (
  <Card
    flush
    title="Prices"
    text={
      <>
        Usage above your packages is charged hourly, to the byte and second.{" "}
        <Link to={pageHref(docs, { name: "billing" })}>How billing works</Link>
      </>
    }
  >
    <DataTable<Row>
      label="Prices"
      columns={columns}
      rows={inOrder(prices)}
      rowKey={({ resourceType, item, data }) => `${resourceType} ${item ?? ""} ${data.since}`}
    />
  </Card>
);

const inOrder = (prices: Prices): Prices =>
  prices.toSorted((a, b) => meteredResources.indexOf(a.resourceType) - meteredResources.indexOf(b.resourceType));

const oneOf = ({ resourceType, data }: Row): bigint => landOf(data, counted[resourceType].size);

const columns: readonly Column<Row>[] = [
  {
    key: "resource",
    title: "Resource",
    cell: ({ resourceType, item }) => [nameOfResource(resourceType), item].filter(Boolean).join(": "),
  },
  { key: "land", title: "LAND", cell: (row) => <Land amount={oneOf(row)} />, width: "140px" },
  { key: "dollars", title: "In dollars", cell: (row) => formatLandDollars(oneOf(row)), width: "110px" },
  { key: "unit", title: "Per", cell: ({ resourceType }) => unitOf(resourceType), width: "170px" },
  {
    key: "since",
    title: "Effective",
    cell: ({ data }) => (data.since === 0 ? "Launch" : formatDay(data.since)),
    width: "140px",
    wideOnly: true,
  },
];
