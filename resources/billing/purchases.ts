/** Resources that a team bought on-chain: pending from the first block on, granted, and reversed. */
import * as z from "zod/mini";
import { purchaseTypes } from "../chains/contracts.ts";
import { defineResource, type Row } from "../declare/define.ts";
import { choice, data, date, id, land, status, text } from "../declare/fields.ts";
import { hash } from "../declare/special-fields.ts";
import { confirmations, deposits, hashParam, idParam } from "./deposit-history.ts";
import { balanceEvent, purchaseStatuses } from "./deposits.ts";

export const purchases = defineResource({
  name: "purchases",
  title: "Purchases",
  group: "Billing",
  permission: deposits.name,
  routes: {},
  calls: { list: "GET $bill-consume/purchases" },
  fields: {
    id: id(),
    /** Display name: "Polygon". */
    network: text("Network"),
    resourceType: choice("Resource", purchaseTypes),
    /** Bytes, or seconds of build time. */
    size: data("Size", z.string().check(z.regex(/^\d+$/))),
    /** Unix seconds; null if it never expires. */
    until: data("Valid until", z.nullable(z.int())),
    /** US dollars ×1e18. */
    usd: land("Paid"),
    /** Amount in the chain's native coin, ×1e18. */
    coinAmount: land("Coins"),
    txHash: hash("Transaction"),
    createdAt: date("Received"),
    status: status("Status", purchaseStatuses),
    confirmations,
  },
  list: {
    columns: {
      resourceType: {},
      until: { width: "120px" },
      usd: { width: "100px", align: "end" },
      status: { width: "150px" },
      network: { width: "130px", wideOnly: true },
      txHash: { wideOnly: true },
      createdAt: { width: "164px", wideOnly: true },
    },
    live: balanceEvent,
    empty: { title: "No purchases yet", text: "Purchases appear here once mined.", icon: "gift" },
  },
  listQuery: z.object({ id: idParam, hash: hashParam }),
});
export type PurchaseRecord = Row<typeof purchases>;
