/**
 * Reference prices of coins in US dollars for local chains, where coins have no value. With PRICE_URL, market prices are used instead.
 */

export interface ReferencePrice {
  /** US dollars for one coin, a decimal number. */
  readonly dollars: string;
  /** ID of the coin's US dollar price at Pyth, whose API the price service follows. */
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

/** Path of the price service, in the form of Pyth's Hermes API: `?ids[]=<feedId>`. */
export const pricePath = "/v2/updates/price/latest";

/** Price of 2^30 bytes of permanent Arweave storage on local chains. */
export const arweaveDollarsPerGib = 8;
