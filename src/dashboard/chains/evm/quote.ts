/** What an order buys, and what it costs. */
import { coinFor, stablecoinFor, usdFor } from "./amounts.ts";

/** native: the chain's native coin. usd: the stablecoin. */
export type PayCoin = "native" | "usd";

export interface Order {
  /** The user's account on chain (bytes32). */
  readonly euid: string;
  /** LAND ×1e18. */
  readonly land: bigint;
  readonly coin: PayCoin;
}

export interface Quote {
  /** In the coin's own units. */
  readonly cost: bigint;
  /** US dollars ×1e18. */
  readonly usd: bigint;
}

/**
 * permit: a signature that lets the contract transfer the stablecoin. approve: a separate transaction with the same
 * effect.
 */
export type PayStep = "permit" | "approve" | "pay";

/** Returns an order's cost at a price. One stablecoin is one dollar. */
export const quoteFor = ({ land, coin }: Pick<Order, "land" | "coin">, price: bigint): Quote => ({
  usd: usdFor(land),
  cost: coin === "usd" ? stablecoinFor(land) : coinFor(land, price),
});
