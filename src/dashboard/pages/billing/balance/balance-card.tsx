import type { outlook } from "../../../../../resources/billing/account-calls.ts";
import type { Reply } from "../../../../../resources/call-input.ts";
import type { CallResult } from "../../../framework/data/use-call.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatLand, formatLandDollars, formatLandExactly } from "../../../lib/format/land.ts";
import { Card } from "../../../ui/card.tsx";
import { DescriptionList, type Fact } from "../../../ui/description-list.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import styles from "./balance.module.css";
import { Land } from "./land.tsx";

type Outlook = Reply<typeof outlook>;

/** The balance in LAND, what is set aside of it and owed, and how long it lasts. */
export const BalanceCard = ({ data, error, reload }: CallResult<typeof outlook>) => {
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
          <strong title={`${formatLandExactly(data.land)} LAND`}>{formatLand(data.land)}</strong> LAND
          <span className={styles.dollars}>{formatLandDollars(data.land)}</span>
        </p>
        <p className={styles.lasts}>{lasting(data)}</p>
        <DescriptionList facts={factsOf(data)} />
      </div>
    </Card>
  );
};

/** Days of which there are more say nothing. */
const manyDays = 3650;

const lasting = ({ daysLeft, landPerDay, dunning }: Outlook): string => {
  if (dunning.step !== "paid") return "Neither packages nor LAND are left.";
  if (daysLeft === null) return "Nothing is spent: packages hold what this team uses.";
  const rate = `at ${formatLand(landPerDay)} LAND a day, as in the last 7 days`;
  if (daysLeft > manyDays) return `Lasts for more than 10 years ${rate}.`;
  if (daysLeft === 0) return `Lasts for less than a day ${rate}.`;
  return `Lasts for about ${daysLeft === 1 ? "1 day" : `${formatWhole(daysLeft)} days`} ${rate}.`;
};

const factsOf = ({ land, held, owed, due }: Outlook): Fact[] => [
  { label: "Balance in full", value: `${formatLandExactly(land)} LAND` },
  { label: "Used since the last full hour", value: <Land amount={due} /> },
  { label: "Set aside for work under way", value: <Land amount={held} /> },
  ...(BigInt(owed) > 0n ? [{ label: "Owed, paid first of the next deposit", value: <Land amount={owed} /> }] : []),
];
