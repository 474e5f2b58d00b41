/** All teams' deposits for operators, who assign deposits to unknown accounts to a team. */
import { depositStatuses } from "../billing/deposits.ts";
import { defineResource } from "../declare/define.ts";
import { code, date, id, land as landField, optional, status, text } from "../declare/fields.ts";
import { hash } from "../declare/special-fields.ts";

export const operatorDeposits = defineResource({
  name: "operator-deposits",
  title: "Deposits",
  intro: "Deposits on all chains. A deposit in suspense was paid for an unknown account. Assign it to a team.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "wallet" },
  routes: { list: "/operator/deposits", edit: "/operator/deposits/{id}/edit" },
  titles: { edit: "Assign deposit" },
  base: "$bill-consume/operator/deposits",
  log: { edit: "BILL_ASSIGN_DEPOSIT" },
  fields: {
    id: id(),
    network: text("Network"),
    land: landField("Amount"),
    paid: text("Paid"),
    status: status("State", depositStatuses, { PENDING: "Pending" }),
    team: optional(text("Team")),
    account: code("Account"),
    txHash: hash("Transaction"),
    createdAt: date("Seen"),
    uid: text("User ID", {
      max: 64,
      hint: "Credited to this user's team. Users find their ID under Configurations.",
    }),
  },
  list: {
    columns: {
      land: {},
      network: { width: "150px" },
      paid: { width: "110px", wideOnly: true },
      status: { width: "120px" },
      team: { width: "140px", wideOnly: true },
      txHash: { wideOnly: true },
      createdAt: { width: "164px", wideOnly: true },
    },
    sort: ["createdAt"],
    search: "txHash",
    filters: ["status"],
    empty: { title: "No deposits yet", text: "Deposits appear here once mined." },
  },
  edit: ["uid"],
});
