import { land } from "../../../../../resources/declare/fields.ts";
import { shown } from "../../../../../resources/declare/special-fields.ts";
import { defineRows } from "../../../../../resources/declare/rows.ts";
import { RowTable } from "../../../framework/pages/row-table.tsx";
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
    <RowTable list={priceRows} rows={inOrder(prices).map(rowOf)} />
  </Card>
);

const inOrder = (prices: Prices): Prices =>
  prices.toSorted((a, b) => meteredResources.indexOf(a.resourceType) - meteredResources.indexOf(b.resourceType));

const priceRows = defineRows({
  label: "Prices",
  fields: { resource: shown("Resource"), price: land("Price"), unit: shown("Per"), since: shown("Since") },
  key: ["resource", "since"],
  columns: {
    resource: {},
    price: { width: "220px" },
    unit: { width: "220px" },
    since: { width: "140px", wideOnly: true },
  },
});

const rowOf = ({ resourceType, item, data }: Row) => ({
  resource: [nameOfResource(resourceType), item].filter(Boolean).join(": "),
  price: landOf(data, counted[resourceType].size),
  unit: unitOf(resourceType),
  since: data.since === 0 ? "Always" : formatDay(data.since),
});
