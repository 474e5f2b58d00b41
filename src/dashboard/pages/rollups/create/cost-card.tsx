import { orderMethod, type RollupForm } from "../../../flows/order-rollup/rollup-form.ts";
import { Card } from "../../../ui/card.tsx";
import { landLabel, planCost, planLand } from "../plan-cost.ts";
import { useBalance } from "../balance.tsx";
import styles from "./create.module.css";
import { factsOf } from "./facts.ts";

/** Selected options and the cost. */
export const CostCard = ({ wish }: { readonly wish: RollupForm }) => {
  const balance = useBalance();
  const { purchasePlan: plan } = wish;
  const isPriced = orderMethod(wish) === "one-click" && plan !== undefined;
  return (
    <Card title="Your rollup">
      <dl className={styles.facts} aria-live="polite">
        {factsOf(wish).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || <span className="fh-muted">–</span>}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Cost</dt>
          <dd>
            <strong>{costLabel(wish)}</strong>
          </dd>
        </div>
        {isPriced && planLand(plan) > 0n && balance !== undefined && (
          <div>
            <dt>Balance</dt>
            <dd>{landLabel(balance)}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
};

const costLabel = (wish: RollupForm): string => {
  if (orderMethod(wish) === "application") return "Free to apply";
  return wish.purchasePlan ? planCost(wish.purchasePlan) : "–";
};
