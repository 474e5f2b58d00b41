import { packageList } from "../../../../../resources/billing/account-calls.ts";
import { priceList } from "../../../../../resources/billing/quote.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Calculator } from "./calculator.tsx";
import { PriceTable } from "./price-table.tsx";

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
