/** Resources that a team bought on-chain. */
import * as z from "zod/mini";
import { purchaseTypes } from "../contracts.ts";
import { defineCall } from "../define.ts";
import { pageSizeDefault, pageSizeMax } from "../limits.ts";
import { purchaseStatuses } from "./deposits.ts";

/** ×1e18. */
const amount = z.string().check(z.regex(/^\d+$/));

const purchaseRecord = z.object({
  id: z.string(),
  /** Display name: "Polygon". */
  network: z.string(),
  resourceType: z.enum(purchaseTypes),
  /** Bytes, or seconds of build time. */
  size: z.string().check(z.regex(/^\d+$/)),
  /** Unix seconds; null if it never expires. */
  until: z.nullable(z.int()),
  /** US dollars. */
  usd: amount,
  /** Amount in the chain's native coin. */
  coinAmount: amount,
  txHash: z.string(),
  createdAt: z.int(),
  status: z.enum(purchaseStatuses),
  /** If pending: confirmations so far, and the number required. */
  confirmations: z.nullable(z.object({ seen: z.int(), needed: z.int() })),
});
export type PurchaseRecord = z.output<typeof purchaseRecord>;

export const purchaseRecords = defineCall("GET $bill-consume/purchases", {
  summary: "Lists the team's resource purchases, newest first: pending from the first block on, granted, and reversed.",
  can: ["list", "deposits"],
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), pageSizeDefault),
    /** Only this transaction. */
    hash: z.optional(z.string().check(z.trim(), z.maxLength(128))),
  }),
  reply: z.object({ items: z.array(purchaseRecord), total: z.int() }),
});
