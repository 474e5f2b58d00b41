import { outlook } from "../../../../resources/billing/account-calls.ts";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { exactLand, formatDollars, moneyParts } from "../../../../resources/money.ts";
import { DunningBanner } from "../../billing/flows/dunning/dunning-banner.tsx";
import { useCall } from "../../framework/data/use-call.ts";
import { useLive } from "../../framework/data/use-live.ts";
import { countOf } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./overview.module.css";

/** The balance as on /billing, in dollars with LAND below, and how long it lasts. */
export const Balance = ({ onDeposit }: { readonly onDeposit?: (() => void) | undefined }) => {
  const { data, error, reload } = useCall(outlook);
  useLive(deposits, reload);
  return (
    <>
      <h3>Balance</h3>
      <p className={styles.dollars}>{data ? formatDollars(data.land) : "–"}</p>
      <p className={styles.land}>
        {data && <span title={exactLand(data.land)}>{moneyParts(data.land)[1]}</span>}
        {data && lasting(data.daysLeft)}
        {error && !data && "The balance is unavailable."}
      </p>
      {onDeposit && <Button onClick={onDeposit}>Deposit</Button>}
    </>
  );
};

/** Stage of an empty balance. */
export const Unpaid = () => {
  const { data } = useCall(outlook);
  return data ? <DunningBanner dunning={data.dunning} /> : null;
};

/** Above this many days, no exact number is shown. */
const manyDays = 3650;

const lasting = (days: number | null): string => {
  if (days === null) return "";
  if (days > manyDays) return ", lasts more than 10 years";
  return days === 0 ? ", lasts less than a day" : `, lasts ${countOf(days, "day")}`;
};
