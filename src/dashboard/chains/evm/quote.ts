/** What is claimed, and what it costs. */
import { coinFor, stablecoinFor, usdFor } from "./amounts.ts";

/** native: the chain's own coin. usd: the stablecoin. */
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

/** permit: a signature that lets the contract take the stablecoin. approve: a separate transaction with the same effect. */
export type PayStep = "permit" | "approve" | "pay";

/** What an order costs at a price. The stablecoin is a dollar. */
export const quoteFor = ({ land, coin }: Pick<Order, "land" | "coin">, price: bigint): Quote => ({
  usd: usdFor(land),
  cost: coin === "usd" ? stablecoinFor(land) : coinFor(land, price),
});
