/** What a team has paid in: pending, credited and taken back. Shown on pages of Billing. */
import * as z from "zod/mini";
import { defineResource } from "../define.ts";
import { code, date, data, id, status, text } from "../fields.ts";
import { balanceEvent, depositStatuses } from "./deposits.ts";

/** An amount ×1e18. */
const amount = (label: string) => data(label, z.string().check(z.regex(/^\d+$/)));

export const deposits = defineResource({
  name: "deposits",
  title: "Deposit history",
  group: "Billing",
  access: "RESOURCE",
  routes: {},
  calls: { list: "GET $bill-consume/assets/record/list" },
  fields: {
    id: id(),
    network: text("Network"),
    /** US dollars. */
    amount: amount("Amount"),
    /** What was paid, in `amountType`: a coin's symbol, "USD" for the stablecoin. */
    originalValue: amount("Paid"),
    amountType: text("Coin"),
    landAmount: amount("LAND"),
    txHash: code("Transaction"),
    createdAt: date("Date"),
    status: status("State", depositStatuses, {
      PENDING: "Pending",
      DROPPED: "Dropped by the chain",
      CREDITED: "Credited",
      SUSPENSE: "Not assigned",
      REVERSED: "Taken back by the chain",
    }),
    /** Of a pending one: blocks that have confirmed it, and how many it takes. */
    confirmations: data("Confirmations", z.nullable(z.object({ seen: z.int(), needed: z.int() }))),
  },
  list: {
    columns: ["createdAt", "network", "originalValue", "landAmount", "status"],
    live: balanceEvent,
    empty: { title: "No deposits yet", text: "What you pay for LAND stands here from its first block on." },
  },
  /** Only of one transaction. */
  listQuery: z.object({ hash: z.optional(z.string().check(z.maxLength(128))) }),
});
