/** Buying LAND with toncoin or Stars in the mini app. The chain or the bot proves the payment, never a call. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { landUnit } from "../money.ts";
import { miniAssets, miniLandMax, miniLandMin, miniOrderStatuses } from "./mini-limits.ts";

const inRange = (text: string): boolean => {
  const land = BigInt(text);
  return land % landUnit === 0n && land >= miniLandMin * landUnit && land <= miniLandMax * landUnit;
};

/** LAND ×1e18, whole LAND only. */
const landOrdered = z
  .string()
  .check(
    z.regex(/^\d{1,40}$/, { abort: true }),
    z.refine(
      inRange,
      `Choose $${miniLandMin / 1_000_000n} to $${miniLandMax / 1_000_000n}: one dollar is a million LAND.`,
    ),
  );

const ordered = { orderId: z.string(), land: z.string(), validUntil: z.int() };

const toncoinOrder = z.object({
  ...ordered,
  asset: z.literal("TON"),
  /** Payment address, amount in nanotons, and the comment of the payment. */
  destination: z.string(),
  amountNano: z.string(),
  comment: z.string(),
  /** Network id as wallets name it: "-239" for mainnet, "-3" for testnet. */
  network: z.string(),
});

const starOrder = z.object({
  ...ordered,
  asset: z.literal("STAR"),
  stars: z.int(),
  /** URL that opens in the messaging app. */
  invoiceLink: z.string(),
});

export type ToncoinOrder = z.output<typeof toncoinOrder>;
export type StarOrder = z.output<typeof starOrder>;

export const createMiniOrder = defineCall("POST $bill-consume/mini/order", {
  summary:
    "Orders LAND (×1e18) for the caller's own team, paid in toncoin (5% above the price feed, valid 60 s) or Stars (20% off).",
  can: "person",
  log: false,
  perMinute: 30,
  body: z.object({ asset: z.enum(miniAssets), land: landOrdered }),
  reply: z.union([toncoinOrder, starOrder]),
});

export const miniOrder = defineCall("GET $bill-consume/mini/order/{id}", {
  summary:
    "Returns the status of one of the caller's orders. It is credited once the chain or the bot confirms the payment.",
  can: "person",
  reply: z.object({
    orderId: z.string(),
    asset: z.enum(miniAssets),
    land: z.string(),
    status: z.enum(miniOrderStatuses),
    /** Transaction hash, or the messaging app's charge id. */
    payment: z.nullable(z.string()),
  }),
});

export const refundMiniOrder = defineCall("POST $bill-consume/operator/mini/order/{id}/refund", {
  summary: "Refunds the Stars of an order to the payer and reverses its LAND.",
  can: "operator",
  log: "BILL_REFUND_STARS",
  reply: z.null(),
});

export const miniCalls = [createMiniOrder, miniOrder, refundMiniOrder];
