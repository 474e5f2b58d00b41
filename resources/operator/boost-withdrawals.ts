/** Withdrawals of Boost as an operator sees them: suspicious ones wait here for an answer. */
import { withdrawalStatuses } from "../boost/usdt.ts";
import { defineResource } from "../define.ts";
import { choice, code, date, id, optional, status, text, textarea } from "../fields.ts";

const answers = ["APPROVE", "REFUSE"] as const;
const noteMax = 300;

export const boostWithdrawals = defineResource({
  name: "boost-withdrawals",
  title: "Boost withdrawals",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "wallet" },
  routes: {
    list: "/operator/boost-withdrawals",
    show: "/operator/boost-withdrawals/{id}",
    edit: "/operator/boost-withdrawals/{id}/edit",
  },
  titles: { show: "Withdrawal", edit: "Answer the withdrawal" },
  calls: {
    list: "GET $boost/operator/withdrawals",
    show: "GET $boost/operator/withdrawals/{id}",
    edit: "PUT $boost/operator/withdrawals/{id}",
  },
  log: { edit: "BOOST_ANSWER_WITHDRAWAL" },
  fields: {
    id: id(),
    usd: text("US dollars"),
    from: text("From"),
    address: code("Address"),
    status: status("State", withdrawalStatuses, {
      PENDING: "Being paid",
      REVIEW: "Waits for an answer",
      SENT: "Paid",
      REFUSED: "Refused",
    }),
    reason: optional(text("Why")),
    paid: optional(text("Paid")),
    txHash: optional(code("Transaction")),
    createdAt: date("Asked"),
    /** Of the form only. */
    answer: optional(
      choice("Answer", answers, { APPROVE: "Approve: it is paid", REFUSE: "Refuse: the money goes back" }),
    ),
    note: optional(textarea("Note", { max: noteMax, hint: "Why it is refused. The person reads it." })),
  },
  list: {
    columns: ["usd", "from", "address", "status", "reason", "paid", "createdAt"],
    search: "address",
    link: "usd",
    filters: ["status"],
    empty: {
      title: "No withdrawals yet",
      text: "What people take out of Boost stands here. Suspicious ones wait for your answer.",
    },
  },
  edit: ["answer", "note"],
  actions: {
    approve: {
      label: "Approve",
      call: "POST $boost/operator/withdrawals/{id}/approve",
      can: "edit",
      confirm: "It is paid at once, in toncoin at the price of now.",
      done: "Approved.",
      when: [{ field: "status", in: ["REVIEW"] }],
      log: "BOOST_ANSWER_WITHDRAWAL",
    },
  },
});
