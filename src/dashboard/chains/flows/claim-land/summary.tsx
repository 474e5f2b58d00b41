import { chainOf, type ChainKey } from "../../../../../resources/chains/chains.ts";
import { usdDecimals } from "../../../../../resources/chains/limits.ts";
import { quoteFor, type Quote } from "../../evm/quote.ts";
import { toFixed, toShort } from "../../../../../resources/decimal.ts";
import { formatDollars, formatMoneyInFull, formatUsd, landUnit } from "../../../../../resources/money.ts";
import styles from "./claim-land.module.css";
import { landOf, type ClaimState } from "./machine.ts";

interface SummaryProps {
  readonly state: ClaimState;
  readonly chain: ChainKey | undefined;
  readonly price: bigint | undefined;
  readonly failed: boolean;
  /** Fixed: shows the selection. */
  readonly isUnderWay?: boolean;
}

/** Amount and price: the requested price once known, before that the contract's estimate. */
export const Summary = ({ state, chain, price, failed, isUnderWay = false }: SummaryProps) => {
  const land = landOf(state);
  const quote = requestedQuote(state) ?? estimate(state, land, price);
  const symbol = chain === undefined ? undefined : symbolOf(chain, state);
  return (
    <dl className={styles.summary}>
      {isUnderWay && chain && (
        <div>
          <dt>On</dt>
          <dd>{chainOf(chain)!.name}</dd>
        </div>
      )}
      <div>
        <dt>You get</dt>
        <dd>
          <b>{formatMoneyInFull(land)}</b>
        </dd>
      </div>
      <div>
        <dt>You pay</dt>
        <dd aria-live="polite">
          {quote && symbol ? (
            <>
              <b>
                {amountOf(quote.cost, state)} {symbol}
              </b>{" "}
              <span>≈ {formatDollars(land)}</span>
            </>
          ) : (
            <span>{failed ? "Price unavailable. Try again." : "–"}</span>
          )}
        </dd>
      </div>
      {state.coin === "native" && price !== undefined && symbol && (
        <div>
          <dt>Price</dt>
          <dd>
            1 {symbol} = {formatUsd(price)}
          </dd>
        </div>
      )}
    </dl>
  );
};

const requestedQuote = ({ step }: ClaimState): Quote | undefined =>
  step.name === "confirming" ? step.quote : undefined;

const estimate = ({ coin }: ClaimState, land: bigint, price: bigint | undefined): Quote | undefined => {
  if (land === 0n) return undefined;
  if (coin === "usd") return quoteFor({ land, coin }, 1n);
  return price === undefined ? undefined : quoteFor({ land, coin }, price);
};

const symbolOf = (chain: ChainKey, { coin }: ClaimState): string =>
  coin === "usd" ? "USD" : chainOf(chain)!.currency.symbol;

const amountOf = (cost: bigint, { coin }: ClaimState): string =>
  coin === "usd" ? toFixed(cost, 10n ** BigInt(usdDecimals), 2) : toShort(cost, landUnit, 8);
