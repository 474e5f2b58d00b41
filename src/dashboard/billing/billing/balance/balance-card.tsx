import { exactLand, formatDollars, moneyParts } from "../../../../../resources/money.ts";
import { Money } from "../../../ui/panels/money.tsx";
import type { outlook } from "../../../../../resources/billing/account-calls.ts";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { priceList } from "../../../../../resources/billing/quote.ts";
import { priceNow, type Prices } from "../../../framework/cost/prices.ts";
import { useCall, type CallResult } from "../../../framework/data/use-call.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { storageForMonth } from "../../../lib/format/land.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { DescriptionList, type Fact } from "../../../ui/panels/description-list.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import styles from "./balance.module.css";

type Outlook = Reply<typeof outlook>;

/** The balance, with holds, debt and runway. */
export const BalanceCard = ({ data, error, reload }: CallResult<typeof outlook>) => {
  const prices = useCall(priceList);
  if (!data)
    return (
      <Card title="Balance">
        {error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={3} />}
      </Card>
    );
  return (
    <Card title="Balance">
      <div className={styles.balance}>
        <p className={styles.amount}>
          <strong title={exactLand(data.land)}>{formatDollars(data.land)}</strong>
          <span>{moneyParts(data.land)[1]}</span>
        </p>
        <p className={styles.lasts}>{lasting(data)}</p>
        <DescriptionList facts={[...asStorage(data.land, prices.data?.items), ...factsOf(data)]} />
      </div>
    </Card>
  );
};

/** Above this many days, no exact number is shown. */
const manyDays = 3650;

const lasting = ({ daysLeft, landPerDay, dunning }: Outlook): string => {
  if (dunning.step !== "paid") return "No package allowance or balance left.";
  if (daysLeft === null) return "All usage is covered by your package.";
  const rate = `at ${formatDollars(landPerDay)} per day (7-day average)`;
  if (daysLeft > manyDays) return `Lasts for more than 10 years ${rate}.`;
  if (daysLeft === 0) return `Lasts for less than a day ${rate}.`;
  return `Lasts for about ${daysLeft === 1 ? "1 day" : `${formatWhole(daysLeft)} days`} ${rate}.`;
};

/** IPFS storage for a month that the balance pays for, at the current price. */
const asStorage = (land: string, prices: Prices | undefined): Fact[] => {
  const price = prices && priceNow(prices, "IPFS_STORAGE", Math.floor(Date.now() / 1000));
  if (!price || BigInt(price.land) === 0n) return [];
  const balance = BigInt(land) > 0n ? BigInt(land) : 0n;
  const bytes = storageForMonth(balance * BigInt(price.per), price.land);
  return [{ label: "Equivalent IPFS storage for 30 days", value: formatBytes(Number(bytes)) }];
};

const factsOf = ({ held, owed, due }: Outlook): Fact[] => [
  { label: "Used since the last full hour", value: <Money land={due} /> },
  { label: "On hold for running work", value: <Money land={held} /> },
  ...(BigInt(owed) > 0n ? [{ label: "Owed, paid from the next deposit", value: <Money land={owed} /> }] : []),
];
