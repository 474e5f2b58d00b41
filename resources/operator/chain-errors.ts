/** Chain and wallet errors reported by users' browsers: analytics, not proof. */
import * as z from "zod/mini";
import { defineCall, defineResource } from "../declare/define.ts";
import { code, date, id, optional, text, textarea } from "../declare/fields.ts";

export const chainErrors = defineResource({
  name: "chain-errors",
  title: "Chain errors",
  intro: "Errors reported by browsers, newest first. Reports are unverified.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "alert" },
  routes: { list: "/operator/chain-errors", show: "/operator/chain-errors/{id}" },
  titles: { show: "Chain error" },
  base: "$bill-consume/operator/chain-errors",
  fields: {
    id: id(),
    kind: text("Kind"),
    message: textarea("Message"),
    action: optional(text("While")),
    network: optional(text("Network")),
    wallet: optional(text("Wallet")),
    code: optional(code("Code")),
    person: optional(text("User")),
    createdAt: date("Met"),
  },
  list: {
    columns: {
      message: {},
      kind: { width: "170px" },
      action: { width: "110px", wideOnly: true },
      network: { width: "150px", wideOnly: true },
      createdAt: { width: "160px" },
    },
    sort: ["kind", "createdAt"],
    search: "message",
    link: "message",
    empty: {
      title: "No errors reported",
      text: "Errors between wallets and chains appear here.",
    },
  },
  listQuery: z.object({ kind: z.optional(z.string()) }),
});

export const chainErrorCounts = defineCall("GET $bill-consume/operator/chain-error-counts", {
  summary: "Lists the most frequent kinds of chain errors with counts.",
  can: "operator",
  reply: z.object({ items: z.array(z.object({ kind: z.string(), count: z.int(), newest: z.int() })) }),
});
