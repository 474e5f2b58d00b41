import { chainOf, type ChainKey } from "../../../../resources/chains.ts";
import type { PurchaseType } from "../../../../resources/contracts.ts";
import type { useCost } from "../../flows/purchase/use-cost.ts";
import { amountText } from "../../flows/purchase/selection.ts";
import { costOf } from "../../lib/format/cost.ts";
import { toShort } from "../../lib/format/decimal.ts";
import { oneLand as one } from "../../lib/format/land.ts";
import styles from "./purchase.module.css";

interface CostSummaryProps {
  readonly resource: PurchaseType;
  readonly digits: string;
  readonly chain: ChainKey | undefined;
  readonly cost: ReturnType<typeof useCost>["cost"];
}

/** The purchase and its on-chain price. */
export const CostSummary = ({ resource, digits, chain, cost }: CostSummaryProps) => {
  const network = chain && chainOf(chain);
  return (
    <div className={styles.summary}>
      <dl>
        <div>
          <dt>You get</dt>
          <dd>
            <b>{amountText(resource, digits)}</b>
          </dd>
        </div>
        <div>
          <dt>You pay</dt>
          <dd aria-live="polite">
            {cost && network ? (
              <>
                <b>
                  {toShort(cost.coin, one, 8)} {network.currency.symbol}
                </b>{" "}
                <span>≈ ${costOf(cost.usd, one)}</span>
              </>
            ) : (
              <span>–</span>
            )}
          </dd>
        </div>
        {network && (
          <div>
            <dt>Chain</dt>
            <dd>{network.name}</dd>
          </div>
        )}
      </dl>
      <p>Includes 1% for price changes. Any excess is refunded.</p>
    </div>
  );
};
