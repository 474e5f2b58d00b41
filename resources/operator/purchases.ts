/** All teams' purchases for operators, who assign purchases for unknown accounts to a team. */
import { purchaseStatuses } from "../billing/deposits.ts";
import { defineResource } from "../declare/define.ts";
import { code, date, id, optional, status, text } from "../declare/fields.ts";
import { hash } from "../declare/special-fields.ts";

export const operatorPurchases = defineResource({
  name: "operator-purchases",
  title: "Purchases",
  intro: "Purchases on all chains. A purchase in suspense was made for an unknown account. Assign it to a team.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "archive" },
  routes: { list: "/operator/purchases", edit: "/operator/purchases/{id}/edit" },
  titles: { edit: "Assign purchase" },
  base: "$bill-consume/operator/purchases",
  log: { edit: "BILL_ASSIGN_PURCHASE" },
  fields: {
    id: id(),
    network: text("Network"),
    bought: text("Bought"),
    until: optional(date("Until")),
    paid: text("Paid"),
    status: status("State", purchaseStatuses, { PENDING: "Pending" }),
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
      bought: {},
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
    empty: { title: "No purchases yet", text: "Purchases appear here once mined." },
  },
  edit: ["uid"],
});
