import { lazy, Suspense } from "react";
import { usageMeters, type TeamUsage } from "../../framework/cost/usage-tiles.ts";
import { formatDay } from "../../lib/format/date.ts";
import { Card } from "../../ui/panels/card.tsx";
import { Meters } from "../../ui/panels/meters.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import styles from "./overview.module.css";

// The balance's formats load after the first paint.
const Balance = lazy(() => import("./balance.tsx").then((module) => ({ default: module.Balance })));

interface UsageCardProps {
  readonly usage: TeamUsage;
  readonly seesBalance: boolean;
  /** Absent for members, who can't deposit for the team. */
  readonly onDeposit?: (() => void) | undefined;
}

/** The team's allowances with what is used of them, and its balance. */
export const UsageCard = ({ usage, seesBalance, onDeposit }: UsageCardProps) => (
  <Card
    title={usage.package === "TRIAL" ? "Usage in your trial" : "Usage this month"}
    text={periodOf(usage)}
    className={styles.usage}
  >
    <Meters rows={usageMeters(usage)} />
    {seesBalance && (
      <div className={styles.balance}>
        <Suspense fallback={<Skeleton lines={2} />}>
          <Balance onDeposit={onDeposit} />
        </Suspense>
      </div>
    )}
  </Card>
);

const names: Readonly<Record<TeamUsage["package"], string>> = {
  TRIAL: "Trial package",
  FREE: "Free package",
  STANDARD: "Standard package",
};

const periodOf = ({ package: name, endsAt }: TeamUsage): string => {
  if (endsAt === undefined) return names[name];
  return `${names[name]}, ${name === "TRIAL" ? "ends" : "resets"} ${formatDay(endsAt)}`;
};
