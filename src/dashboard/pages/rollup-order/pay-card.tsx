import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { rollupOrderSeconds } from "../../../../resources/raas/limits.ts";
import { payRollup, type RollupDetail } from "../../../../resources/raas/rollup-calls.ts";
import { rollups } from "../../../../resources/raas/rollups.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { formatDay } from "../../lib/format/date.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { landLabel } from "../rollups/plan-cost.ts";
import { rollupPath } from "../rollups/rollup-path.ts";
import { TooLittle, useBalance } from "../rollups/balance.tsx";
import styles from "./order.module.css";

interface PayCardProps {
  readonly rollup: RollupDetail;
  readonly onPaid: () => void;
}

/** Amount due with the Pay button, and the error of a failed creation. */
export const PayCard = ({ rollup, onPaid }: PayCardProps) => {
  const { id, name, land, note, createdAt } = rollup;
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayPay = useAllows()("edit", rollups.name);
  const balance = useBalance();
  const price = BigInt(land);
  const isTooLow = balance !== undefined && balance < price;
  const { act, acting } = useAct(payRollup, {
    onDone: ({ status }) => {
      void client.invalidateQueries({ queryKey: resourceKey(rollups.name) });
      onPaid();
      void navigate(rollupPath({ id, name, status }), { replace: true });
    },
  });
  return (
    <Card title={price === 0n ? "Nothing to pay" : "Amount due"}>
      <div className="fh-stack">
        {note !== null && (
          <Banner kind="danger" title="Creation failed">
            {note}
          </Banner>
        )}
        {price > 0n && <p className={styles.price}>{landLabel(land)}</p>}
        {isTooLow ? (
          <TooLittle price={price} balance={balance}>
            Your order is waiting for payment.
          </TooLittle>
        ) : (
          price > 0n && balance !== undefined && <p className="fh-muted">Your balance: {landLabel(balance)}.</p>
        )}
        <div className={styles.pay}>
          <p className="fh-muted">
            If unpaid, the order is cancelled on {formatDay(createdAt + rollupOrderSeconds)} and the chain ID is
            released.
          </p>
          {mayPay && (
            <Button
              kind="primary"
              busy={acting}
              disabled={isTooLow}
              onClick={() => void act({ body: { rollupId: id } })}
            >
              {price === 0n ? "Create rollup" : `Pay ${landLabel(land)}`}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
};
