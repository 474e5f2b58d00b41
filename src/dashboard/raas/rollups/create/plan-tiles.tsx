import { rollupPlans, rollupTerms, type RollupPlan } from "../../../../../resources/raas/plans.ts";
import { ChoiceTiles } from "../../../ui/fields/choice-tiles.tsx";
import { Money } from "../../../ui/panels/money.tsx";
import { planLand } from "../plan-cost.ts";

interface PlanTilesProps {
  readonly plans?: readonly RollupPlan[];
  readonly value: RollupPlan | undefined;
  /** Undefined while loading. */
  readonly trialUsed?: boolean | undefined;
  readonly disabled?: boolean;
  readonly onChange: (plan: RollupPlan) => void;
}

/** Plans with their terms and prices. */
export const PlanTiles = ({ plans = rollupPlans, value, trialUsed, disabled = false, onChange }: PlanTilesProps) => (
  <ChoiceTiles
    label="Plan"
    width={125}
    disabled={disabled}
    options={plans.map((plan) => ({
      value: plan,
      title: rollupTerms[plan].label,
      text: plan === "FREE" ? trialText(trialUsed) : <Money land={planLand(plan)} />,
      disabled: plan === "FREE" && trialUsed !== false,
    }))}
    value={value}
    onChange={onChange}
  />
);

const trialText = (used: boolean | undefined): string =>
  used ? "Already used. Each account has one trial." : "Free, once per account.";
