/** Boost withdrawals for operators: suspicious ones wait for a review. */
import { withdrawalStatuses } from "../boost/withdrawals/usdt.ts";
import { defineResource } from "../declare/define.ts";
import { choice, code, date, id, optional, status, text, textarea } from "../declare/fields.ts";

const answers = ["APPROVE", "REFUSE"] as const;
const noteMax = 300;

export const boostWithdrawals = defineResource({
  name: "boost-withdrawals",
  title: "Boost withdrawals",
  intro: "Withdrawals of spin rewards. Suspicious ones wait for your review.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "wallet" },
  routes: {
    list: "/operator/boost-withdrawals",
    show: "/operator/boost-withdrawals/{id}",
    edit: "/operator/boost-withdrawals/{id}/edit",
  },
  titles: { show: "Withdrawal", edit: "Review withdrawal" },
  base: "$boost/operator/withdrawals",
  log: { edit: "BOOST_ANSWER_WITHDRAWAL" },
  fields: {
    id: id(),
    usd: text("US dollars"),
    from: text("From"),
    address: code("Address"),
    status: status("State", withdrawalStatuses, {
      PENDING: "Paying",
      REVIEW: "Needs review",
      SENT: "Paid",
      REFUSED: "Refused",
    }),
    reason: optional(text("Why")),
    paid: optional(text("Paid")),
    txHash: optional(code("Transaction")),
    createdAt: date("Asked"),
    /** Form input only. */
    answer: optional(choice("Answer", answers, { APPROVE: "Approve and pay", REFUSE: "Refuse and refund" })),
    note: optional(textarea("Note", { max: noteMax, hint: "Reason shown to the user." })),
  },
  list: {
    columns: { usd: {}, from: {}, address: {}, status: {}, reason: {}, paid: {}, createdAt: {} },
    search: "address",
    link: "usd",
    filters: ["status"],
    empty: {
      title: "No withdrawals yet",
      text: "Boost withdrawals appear here. Suspicious ones need your review.",
    },
  },
  edit: ["answer", "note"],
  actions: {
    approve: {
      label: "Approve",
      call: "POST $boost/operator/withdrawals/{id}/approve",
      can: "edit",
      confirm: "The withdrawal is paid immediately in Toncoin at the current price.",
      done: "Withdrawal approved.",
      when: [{ field: "status", in: ["REVIEW"] }],
      log: "BOOST_ANSWER_WITHDRAWAL",
    },
  },
});
