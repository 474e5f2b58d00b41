/** Coin prices in US dollars: built-in reference prices, or a price service compatible with Pyth's Hermes. */

export interface Price {
  /** Pyth's ID of the coin's price in US dollars: 64 hexadecimal digits. */
  readonly feedId: string;
  /** Dollars = price × 10^expo. */
  readonly price: bigint;
  readonly expo: number;
  /** Unix seconds. */
  readonly publishedAt: number;
}

export interface Prices {
  /** Whether they are built-in reference prices. */
  readonly embedded: boolean;
  /** Returns the prices of these feeds, in order. Throws UnknownFeed, and if the price service is unavailable. */
  latest(feedIds: readonly string[]): Promise<readonly Price[]>;
}

export class UnknownFeed extends Error {
  constructor(feedId: string) {
    super(`Price ids not found: 0x${feedId}`);
    this.name = "UnknownFeed";
  }
}

/** Returns the price of one coin in US dollars ×1e18. */
export const dollars18 = ({ price, expo }: Pick<Price, "price" | "expo">): bigint =>
  expo >= -18 ? price * 10n ** BigInt(18 + expo) : price / 10n ** BigInt(-18 - expo);
