import type { PublicRollup } from "../../../../../resources/raas/public-calls.ts";
import { settlementNetwork } from "../../../chains/rollup/networks.ts";
import type { Direction, Move } from "./machine.ts";

export interface End {
  readonly name: string;
  readonly symbol: string;
}

/** Returns names and coins of a rollup's two ends. */
export const endsOf = (rollup: PublicRollup): { readonly rollup: End; readonly settlement: End } => ({
  rollup: { name: rollup.name, symbol: rollup.gasToken },
  settlement: {
    name: rollup.settlement.name,
    symbol: settlementNetwork(rollup, location.origin).chain.currency.symbol,
  },
});

/** Returns the source and the target of a move. */
export const routeOf = (rollup: PublicRollup, direction: Direction): { readonly from: End; readonly to: End } => {
  const ends = endsOf(rollup);
  return direction === "deposit"
    ? { from: ends.settlement, to: ends.rollup }
    : { from: ends.rollup, to: ends.settlement };
};

/** Returns the end whose chain the wallet sends on. */
export const sendingEnd = (rollup: PublicRollup, { kind }: Move): End =>
  kind === "withdraw" || kind === "claim" ? endsOf(rollup).rollup : endsOf(rollup).settlement;
