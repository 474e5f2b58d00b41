import { Link } from "react-router";
import { budget, type outlook } from "../../../../../resources/billing/account-calls.ts";
import type { Reply } from "../../../../../resources/declare/call-input.ts";
import { formatDollars } from "../../../../../resources/money.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatDay } from "../../../lib/format/date.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { Money } from "../../../ui/panels/money.tsx";
import { Meter } from "../../../ui/panels/tiles.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import styles from "../balance/balance.module.css";

type Month = Reply<typeof outlook>["month"];

/** The month's cost so far, its forecast, and the share of the budget. */
export const MonthCard = ({ month }: { readonly month: Month | undefined }) => (
  <Card title="This month" text={month && `Above your packages, since ${formatDay(month.since)}.`}>
    {month ? (
      <div className={styles.balance}>
        <p className={styles.amount}>
          <strong>{formatDollars(month.spent)}</strong>
          <span>spent</span>
        </p>
        <p className={styles.lasts}>
          At this rate <Money land={month.forecast} /> this month.
        </p>
        <BudgetUse spent={month.spent} />
      </div>
    ) : (
      <Skeleton lines={3} />
    )}
  </Card>
);

const BudgetUse = ({ spent }: { readonly spent: string }) => {
  const { data } = useCall(budget);
  if (!data) return null;
  const link = <Link to="?tab=alerts_and_caps">{data.enable ? "Change budget" : "Set a budget"}</Link>;
  if (!data.enable) return <p className={styles.budget}>{link} to be notified at 50, 80 and 100%.</p>;
  return (
    <div className={styles.budget}>
      <p>
        {formatDollars(spent)} of {formatDollars(data.land)} budget · {link}
      </p>
      <Meter label="Share of the budget" share={Number((BigInt(spent) * 1000n) / BigInt(data.land)) / 1000} />
    </div>
  );
};
