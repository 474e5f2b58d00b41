/** LAND by toncoin or Stars, as the mini app of the messaging app buys it. Paying is proved by the chain, or by the bot, never by a call. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { landUnit } from "./deposits.ts";
import { miniAssets, miniLandMax, miniLandMin, miniOrderStatuses } from "./mini-limits.ts";

const inRange = (text: string): boolean => {
  const land = BigInt(text);
  return land % landUnit === 0n && land >= miniLandMin * landUnit && land <= miniLandMax * landUnit;
};

/** LAND ×1e18: whole ones. */
const landOrdered = z
  .string()
  .check(
    z.regex(/^\d{1,40}$/, { abort: true }),
    z.refine(inRange, `Choose from ${miniLandMin / 1_000_000n} to ${miniLandMax / 1_000_000n} million LAND.`),
  );

const ordered = { orderId: z.string(), land: z.string(), validUntil: z.int() };

const toncoinOrder = z.object({
  ...ordered,
  asset: z.literal("TON"),
  /** Where to pay, how much in nanotons, and the text that the payment bears. */
  destination: z.string(),
  amountNano: z.string(),
  comment: z.string(),
  /** As wallets name networks: "-239" is the public one, "-3" one for tests. */
  network: z.string(),
});

const starOrder = z.object({
  ...ordered,
  asset: z.literal("STAR"),
  stars: z.int(),
  /** Opened in the messaging app. */
  invoiceLink: z.string(),
});

export type ToncoinOrder = z.output<typeof toncoinOrder>;
export type StarOrder = z.output<typeof starOrder>;

export const createMiniOrder = defineCall("POST $bill-consume/mini/order", {
  summary:
    "Orders LAND (×1e18) for the caller's own team by toncoin (5% above the price feed, valid 60 s) or Stars (20% off).",
  can: "person",
  log: false,
  perMinute: 30,
  body: z.object({ asset: z.enum(miniAssets), land: landOrdered }),
  reply: z.union([toncoinOrder, starOrder]),
});

export const miniOrder = defineCall("GET $bill-consume/mini/order/{id}", {
  summary: "How far an order of the caller's is: credited only once the chain, or the bot, has seen the payment.",
  can: "person",
  reply: z.object({
    orderId: z.string(),
    asset: z.enum(miniAssets),
    land: z.string(),
    status: z.enum(miniOrderStatuses),
    /** Transaction, or the messaging app's number of the charge. */
    payment: z.nullable(z.string()),
  }),
});

export const refundMiniOrder = defineCall("POST $bill-consume/operator/mini/order/{id}/refund", {
  summary: "Gives the Stars of an order back to whoever paid them, and takes its LAND back.",
  can: "operator",
  log: "BILL_REFUND_STARS",
  reply: z.null(),
});

export const miniCalls = [createMiniOrder, miniOrder, refundMiniOrder];
