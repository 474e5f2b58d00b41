import { formatMoney } from "../../../../../resources/money.ts";
import { createRollup, payRollup, rollupFree } from "../../../../../resources/raas/rollup-calls.ts";
import { rollups, rollupStatus } from "../../../../../resources/raas/rollups.ts";
import { orderMethod, orderOf } from "../../flows/order-rollup/rollup-form.ts";
import { fieldMessages } from "../../../framework/data/field-messages.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callKey } from "../../../framework/data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { useNavigate } from "react-router";
import { EmbeddedNote } from "../embedded-note.tsx";
import { planCost, planLand } from "../plan-cost.ts";
import { rollupPath } from "../rollup-path.ts";
import { TooLittle, useBalance } from "../balance.tsx";
import { useQueryClient } from "@tanstack/react-query";
import styles from "./create.module.css";
import { factsOf } from "./facts.ts";
import type { WishForm } from "./use-wish.ts";

/** Summary of the order with its price. */
export const SummaryStep = ({ form }: { readonly form: WishForm }) => {
  const { wish, go } = form;
  const order = useOrder(form);
  const balance = useBalance();
  const isApplication = orderMethod(wish) === "application";
  const price = !isApplication && wish.purchasePlan ? planLand(wish.purchasePlan) : 0n;
  const isTooLow = balance !== undefined && balance < price;
  return (
    <Card title="Summary" text={isApplication ? applicationText : undefined}>
      <div className="fh-stack">
        <dl className={styles.facts}>
          {factsOf(wish).map(({ label, value, step }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {value}{" "}
                <Button kind="plain" size="small" title={`Change ${label}`} onClick={() => go(step)}>
                  Change
                </Button>
              </dd>
            </div>
          ))}
          {!isApplication && wish.purchasePlan && (
            <div className={styles.total}>
              <dt>Due now</dt>
              <dd>
                <strong>{planCost(wish.purchasePlan)}</strong>
              </dd>
            </div>
          )}
          {price > 0n && balance !== undefined && !isTooLow && (
            <div>
              <dt>Balance after payment</dt>
              <dd>{formatMoney(balance - price)}</dd>
            </div>
          )}
        </dl>
        {!isApplication && <EmbeddedNote />}
        {isTooLow && (
          <TooLittle price={price} balance={balance}>
            Your draft is saved. You can also order now and pay later.
          </TooLittle>
        )}
        <div className={styles.actions}>
          {price > 0n && (
            <Button disabled={order.busy} onClick={() => void order.start("pay-later")}>
              Order and pay later
            </Button>
          )}
          <Button kind="primary" busy={order.busy} disabled={isTooLow} onClick={() => void order.start("pay")}>
            {buttonLabel(isApplication, price)}
          </Button>
        </div>
      </div>
    </Card>
  );
};

const applicationText = "Applying is free. You receive an offer to accept or decline.";

const buttonLabel = (isApplication: boolean, price: bigint): string => {
  if (isApplication) return "Send application";
  return price === 0n ? "Start free trial" : `Pay ${formatMoney(price)} and create`;
};

/** Fields of error codes. */
const fields: Readonly<Record<string, string>> = {
  ROLLUP_NAME_TAKEN: "name",
  ROLLUP_CHAIN_TAKEN: "chainId",
  ROLLUP_TRIAL_USED: "purchasePlan",
};

/** Creates the order, pays for it if requested, and opens the rollup's screen. */
const useOrder = ({ wish, forget, refuse }: WishForm) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const order = useAct(createRollup, {
    onError: (error) => {
      const field = fields[(error as { readonly code?: string }).code ?? ""];
      const found = field ? { [field]: error.message } : fieldMessages(error);
      if (Object.keys(found).length === 0) return false;
      refuse(found);
      return true;
    },
  });
  const payment = useAct(payRollup);
  const start = async (paying: "pay" | "pay-later"): Promise<void> => {
    const created = await order.act({ body: orderOf(wish) });
    if (!created) return;
    forget();
    const isDue = paying === "pay" && created.status === rollupStatus.PENDING_PAYMENT;
    // A failed payment shows its error. The unpaid order stays available on its own screen.
    const paid = isDue ? await payment.act({ body: { rollupId: created.id } }) : undefined;
    for (const queryKey of [resourceKey(rollups.name), callKey(rollupFree)])
      void client.invalidateQueries({ queryKey });
    void navigate(rollupPath({ ...created, ...paid, name: wish.name!.trim() }), { replace: true });
  };
  return { start, busy: order.acting || payment.acting };
};
