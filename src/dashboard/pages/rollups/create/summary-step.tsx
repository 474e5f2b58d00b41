import { orderMethod } from "../../../flows/order-rollup/rollup-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { landLabel, planCost, planLand } from "../plan-cost.ts";
import { EmbeddedNote } from "../embedded-note.tsx";
import { TooLittle } from "../too-little.tsx";
import { useBalance } from "../use-balance.ts";
import styles from "./create.module.css";
import { factsOf } from "./facts.ts";
import { useOrder } from "./use-order.ts";
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
              <dd>{landLabel(balance - price)}</dd>
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
  return price === 0n ? "Start free trial" : `Pay ${landLabel(price)} and create`;
};
