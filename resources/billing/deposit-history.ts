/** A team's deposits: pending from the first block on, credited, and reversed. States are in deposits.ts. */
import * as z from "zod/mini";
import { defineResource, type Row } from "../declare/define.ts";
import { data, date, id, land, status, text } from "../declare/fields.ts";
import { messages } from "../declare/messages.ts";
import { balanceEvent, depositStatuses } from "./deposits.ts";
import { spanParams } from "./moments.ts";

/** If pending: confirmations so far, and the number required. */
export const confirmations = data("Confirmations", z.nullable(z.object({ seen: z.int(), needed: z.int() })));
/** Only this record. */
export const idParam = z.optional(z.uuid());
/** Only this transaction. */
export const hashParam = z.optional(z.string().check(z.trim(), z.maxLength(128)));

export const deposits = defineResource({
  name: "deposits",
  title: "Deposit history",
  noun: "deposit",
  group: "Billing",
  access: "RESOURCE",
  routes: {},
  calls: { list: "GET $bill-consume/assets/record/list" },
  fields: {
    id: id(),
    /** Display name: "Polygon". */
    network: text("Network"),
    /** US dollars ×1e18. */
    amount: land("Value"),
    /** Amount paid ×1e18, in `amountType`: a coin's symbol, or "USD" for the stablecoin. */
    originalValue: land("Paid"),
    amountType: text("Currency"),
    landAmount: land("Amount"),
    /** The word `hash`, without its file: the deposit dialog loads this one. */
    txHash: { ...text("Transaction"), as: "hash" },
    createdAt: date("Received"),
    status: status("Status", depositStatuses),
    confirmations,
  },
  list: {
    columns: {
      landAmount: { width: "200px" },
      network: {},
      status: { width: "150px" },
      txHash: { wideOnly: true },
      createdAt: { width: "164px" },
    },
    live: balanceEvent,
    empty: { title: messages.noData, text: "Deposits appear here once mined.", icon: "wallet" },
  },
  listQuery: z.object({ id: idParam, hash: hashParam, ...spanParams }),
});
export type DepositRecord = Row<typeof deposits>;
