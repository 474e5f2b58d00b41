import { Money } from "../../../ui/panels/money.tsx";
import { Link } from "react-router";
import { packageList } from "../../../../../resources/billing/account-calls.ts";
import { priceList } from "../../../../../resources/billing/quote.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Calculator } from "./calculator.tsx";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { meteredResources } from "../../../../../resources/limits.ts";
import { docs } from "../../../../../resources/pages.ts";
import { formatDay } from "../../../lib/format/date.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import type { Column } from "../../../ui/table/data-table-types.ts";
import { nameOfResource } from "../../../framework/cost/usage-tiles.ts";
import { counted, landOf, unitOf, type Prices } from "../../../framework/cost/prices.ts";

/** The price list and the cost calculator. */
export const PricesSection = () => {
  const { data, error, reload } = useCall(priceList);
  const { data: packages } = useCall(packageList);
  if (!data)
    return (
      <Card title="Prices">
        {error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={5} />}
      </Card>
    );
  return (
    <>
      <PriceTable prices={data.items} />
      <Calculator prices={data.items} usual={packages?.combo.package === "TRIAL" ? "NONE" : packages?.combo.package} />
    </>
  );
};

type Row = Prices[number];

/** Prices above the packages, with the start dates of announced prices. */
const PriceTable = ({ prices }: { readonly prices: Prices }) => (
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
  { key: "price", title: "Price", cell: (row) => <Money land={oneOf(row)} />, width: "220px" },
  { key: "unit", title: "Per", cell: ({ resourceType }) => unitOf(resourceType), width: "220px" },
  {
    key: "since",
    title: "Effective",
    cell: ({ data }) => (data.since === 0 ? "Launch" : formatDay(data.since)),
    width: "140px",
    wideOnly: true,
  },
];
