import { formatMoney } from "../../../../../resources/money.ts";
import { useState } from "react";
import { assets } from "../../../../../resources/billing/deposit-calls.ts";
import { renewalPlans, rollupTerms, type RollupPlan } from "../../../../../resources/raas/plans.ts";
import { renewRollup, rollupBills, type RollupDetail } from "../../../../../resources/raas/rollup-calls.ts";
import { rollups } from "../../../../../resources/raas/rollups.ts";
import { callForm, FormDialog } from "../../../framework/forms/form.tsx";
import { formatMoment } from "../../../lib/format/date.ts";
import { DescriptionList } from "../../../ui/panels/description-list.tsx";
import { TooLittle, useBalance } from "../balance.tsx";
import { PlanTiles } from "../create/plan-tiles.tsx";
import { planCost, planLand } from "../plan-cost.ts";

interface RenewDialogProps {
  readonly rollup: Pick<RollupDetail, "id" | "expirationAt">;
  readonly onClose: () => void;
  readonly onRenewed: () => void;
}

type Plan = (typeof renewalPlans)[number];

const defaultPlan: Plan = "QUARTER";

/** Returns the plan to preselect: the default plan, or the longest shorter one that the balance covers. */
const payablePlan = (balance: bigint | undefined): Plan => {
  if (balance === undefined) return defaultPlan;
  const upToDefault = renewalPlans.slice(0, renewalPlans.indexOf(defaultPlan) + 1);
  return upToDefault.findLast((plan) => planLand(plan) <= balance) ?? renewalPlans[0];
};

/** Renews a rollup: plan, new expiry and price. */
export const RenewDialog = ({ rollup: { id, expirationAt }, onClose, onRenewed }: RenewDialogProps) => {
  const balance = useBalance();
  const [nowSeconds] = useState(() => Math.floor(Date.now() / 1000));
  const isTooLow = (plan: RollupPlan) => balance !== undefined && balance < planLand(plan);
  const endOf = (plan: RollupPlan) => Math.max(expirationAt ?? 0, nowSeconds) + rollupTerms[plan].seconds;
  return (
    <FormDialog
      title="Renew rollup"
      form={callForm(renewRollup, { params: { id } })}
      initial={{ purchasePlan: payablePlan(balance) }}
      controls={{
        purchasePlan: ({ value, disabled, onChange }) => (
          <PlanTiles
            plans={renewalPlans}
            value={value}
            disabled={disabled}
            onChange={(plan) => onChange(plan as Plan)}
          />
        ),
      }}
      note={({ purchasePlan: plan = defaultPlan }) => (
        <div className="fh-stack">
          <DescriptionList
            facts={[
              { label: "Expires", value: expirationAt === null ? "–" : formatMoment(expirationAt) },
              { label: "After renewal", value: <strong>{formatMoment(endOf(plan))}</strong> },
              { label: "Cost", value: planCost(plan) },
              ...(balance === undefined ? [] : [{ label: "Balance", value: formatMoney(balance) }]),
            ]}
          />
          {balance !== undefined && isTooLow(plan) && <TooLittle price={planLand(plan)} balance={balance} />}
        </div>
      )}
      blocked={({ purchasePlan = defaultPlan }) => isTooLow(purchasePlan)}
      submit={({ purchasePlan = defaultPlan }) => `Pay ${formatMoney(planLand(purchasePlan))}`}
      done="Rollup renewed"
      refreshes={[rollups, rollupBills, assets]}
      onSaved={onRenewed}
      onClose={onClose}
    />
  );
};
