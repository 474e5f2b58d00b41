import { EarlyWarningCard } from "../balance/early-warning-card.tsx";
import styles from "../billing.module.css";
import { BudgetCard } from "./budget-card.tsx";
import { CapsCard } from "./caps-card.tsx";

/** The budget, the low-balance alert and spend caps. */
export const AlertsTab = () => (
  <div className="fh-stack">
    <div className={styles.pair}>
      <BudgetCard />
      <EarlyWarningCard />
    </div>
    <CapsCard />
  </div>
);
