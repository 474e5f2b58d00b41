/** Purchases of resources: the purchase contract's price, and the payment in the chain's native coin. */
import { purchaseAbi, purchaseTypes, type PurchaseType } from "../../../../resources/chains/contracts.ts";
import { contractAt, type Connection } from "./connection.ts";
import type { EvmNetwork } from "./networks.ts";
import { readContract } from "./read-contract.ts";
import { sendRaised } from "./send-raised.ts";

export interface PurchaseSelection {
  readonly resource: PurchaseType;
  /** Bytes, or seconds of build time. */
  readonly amount: bigint;
  /** Unix seconds; 0 without an end. */
  readonly until: bigint;
}

export interface Cost {
  /** US dollars ×1e18. */
  readonly usd: bigint;
  /** The chain's native coin, ×1e18. */
  readonly coin: bigint;
}

/** Returns the current price, by the network's own contract. Requires no wallet. */
export const readCost = (network: EvmNetwork, { resource, amount, until }: PurchaseSelection): Promise<Cost> =>
  readContract(network, "purchase", purchaseAbi, async (contract) => {
    const item = [purchaseTypes.indexOf(resource), amount, until] as const;
    const [usd, coin] = await Promise.all([contract.priceOf!(...item), contract.coinPriceOf!(...item)]);
    return { usd: usd as bigint, coin: coin as bigint };
  });

/**
 * Has the wallet send the price plus one percent, because prices move: the contract refunds the excess. Returns the
 * hash.
 */
export const buy = async (
  connection: Connection,
  euid: string,
  { resource, amount, until }: PurchaseSelection,
  { coin }: Cost,
): Promise<string> => {
  const contract = contractAt(connection, "purchase", purchaseAbi);
  const type = purchaseTypes.indexOf(resource);
  const value = coin + (coin + headroom - 1n) / headroom;
  return sendRaised(connection, await contract.purchase!.populateTransaction(euid, type, amount, until, { value }));
};

const headroom = 100n;
