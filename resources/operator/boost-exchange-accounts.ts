/** Exchange accounts submitted by nodes: an operator checks each with the exchange before its reward can be claimed. */
import { exchangeField, exchangeStatuses } from "../boost/tasks/exchanges.ts";
import { defineResource } from "../declare/define.ts";
import { code, date, id, optional, status, text } from "../declare/fields.ts";

export const boostExchangeAccounts = defineResource({
  name: "boost-exchange-accounts",
  title: "Exchange accounts",
  intro: "Exchange accounts of Boost users. Check each with the exchange before you approve it.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "exchange" },
  routes: { list: "/operator/boost-exchange-accounts" },
  base: "$boost/operator/exchange-accounts",
  calls: { show: "GET $boost/operator/exchange-accounts/{id}" },
  fields: {
    id: id(),
    exchange: exchangeField,
    uid: code("User ID"),
    address: code("Address"),
    from: text("From"),
    status: status("State", exchangeStatuses, { PENDING: "Pending", APPROVED: "Approved", REFUSED: "Refused" }),
    note: optional(text("Note")),
    namedAt: date("Named"),
  },
  list: {
    columns: { exchange: {}, uid: {}, address: {}, from: {}, status: {}, namedAt: {} },
    search: "uid",
    filters: ["status"],
    empty: {
      title: "No exchange accounts yet",
      text: "Accounts that users submit in Boost appear here. Check each with the exchange before approving it.",
    },
  },
  actions: {
    approve: {
      label: "Approve",
      call: "POST $boost/operator/exchange-accounts/{id}/approve",
      can: "show",
      confirm: "The user can claim the reward. No other node can submit this account.",
      done: "Account approved.",
      when: [{ field: "status", in: ["PENDING"] }],
      log: "BOOST_ANSWER_EXCHANGE_ACCOUNT",
    },
    refuse: {
      label: "Refuse",
      call: "POST $boost/operator/exchange-accounts/{id}/refuse",
      can: "show",
      confirm: "The user gets no reward and can submit another account. Other nodes can submit this one.",
      done: "Account refused.",
      danger: true,
      when: [{ field: "status", in: ["PENDING"] }],
      log: "BOOST_ANSWER_EXCHANGE_ACCOUNT",
    },
  },
});
