/**
 * Reference prices of coins in US dollars: what coins cost on a cloud that runs its own chains, where they are worth nothing. Test
 * prices, not the market's. A cloud with PRICE_URL takes the market's from there.
 */

export interface ReferencePrice {
  /** US dollars for one coin, a decimal number. */
  readonly dollars: string;
  /** Id of the coin's price in US dollars at Pyth, whose form of price service the cloud speaks. */
  readonly feedId: string;
}

export const referencePrices = {
  ETH: { dollars: "2500", feedId: "ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace" },
  BNB: { dollars: "600", feedId: "2f95862b045670cd22bee3114c39763a4a08beeb663b145d283c31d7d1101c4f" },
  POL: { dollars: "0.25", feedId: "ffd11c5a1cfd42f80afb2df4d9f264c15f956d68153335374ec10722edd70472" },
  TON: { dollars: "3", feedId: "8963217838ab4cf5cadc172203c1f0b763fbaa45f346d8ee50ba994bbcac3026" },
} as const satisfies Record<string, ReferencePrice>;

export type PricedCoin = keyof typeof referencePrices;

/** Id of the Arweave coin's price in US dollars at Pyth. */
export const arweaveFeedId = "f610eae82767039ffc95eef8feaeddb7bbac0673cfe7773b2fde24fd1adb0aee";

/** Where a cloud answers what coins cost, in the form of Pyth's price service (Hermes): `?ids[]=<feedId>`. */
export const pricePath = "/v2/updates/price/latest";

/** What a purchase of Arweave storage costs on the cloud's own chains, for 2^30 bytes for ever. */
export const arweaveDollarsPerGib = 8;
