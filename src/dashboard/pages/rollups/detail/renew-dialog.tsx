import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { assets } from "../../../../../resources/billing/deposit-calls.ts";
import { renewalPlans, rollupTerms } from "../../../../../resources/raas/plans.ts";
import { renewRollup, rollupBills, type RollupDetail } from "../../../../../resources/raas/rollup-calls.ts";
import { rollups } from "../../../../../resources/raas/rollups.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callKey } from "../../../framework/data/use-call.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { PlanTiles } from "../create/plan-tiles.tsx";
import { landLabel, planCost, planLand } from "../plan-cost.ts";
import { TooLittle } from "../balance.tsx";
import { useBalance } from "../balance.tsx";

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
  const client = useQueryClient();
  const balance = useBalance();
  const [chosen, setChosen] = useState<Plan>();
  const plan = chosen ?? payablePlan(balance);
  const [nowSeconds] = useState(() => Math.floor(Date.now() / 1000));
  const price = planLand(plan);
  const isTooLow = balance !== undefined && balance < price;
  const { act, acting } = useAct(renewRollup, {
    done: "Rollup renewed",
    onDone: () => {
      for (const call of [rollupBills, assets]) void client.invalidateQueries({ queryKey: callKey(call) });
      void client.invalidateQueries({ queryKey: resourceKey(rollups.name) });
      onRenewed();
      onClose();
    },
  });
  const ends = Math.max(expirationAt ?? 0, nowSeconds) + rollupTerms[plan].seconds;
  return (
    <Dialog
      title="Renew rollup"
      width={600}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={acting}
            disabled={isTooLow}
            onClick={() => void act({ params: { id }, body: { purchasePlan: plan } })}
          >
            Pay {landLabel(price)}
          </Button>
        </>
      }
    >
      <div className="fh-stack">
        <PlanTiles plans={renewalPlans} value={plan} disabled={acting} onChange={(next) => setChosen(next as Plan)} />
        <DescriptionList
          facts={[
            { label: "Expires", value: expirationAt === null ? "–" : formatMoment(expirationAt) },
            { label: "After renewal", value: <strong>{formatMoment(ends)}</strong> },
            { label: "Cost", value: planCost(plan) },
            ...(balance === undefined ? [] : [{ label: "Balance", value: landLabel(balance) }]),
          ]}
        />
        {isTooLow && <TooLittle price={price} balance={balance} />}
      </div>
    </Dialog>
  );
};
