/** Boost airdrops: announced, and distributed among nodes by their points at the snapshot. */
import * as z from "zod/mini";
import { taskNameMax } from "../boost/tasks/task-limits.ts";
import { defineResource } from "../declare/define.ts";
import { count, date, id, optional, status, text } from "../declare/fields.ts";
import { points } from "../declare/special-fields.ts";

const airdropStates = ["announced", "counted"] as const;

export const boostAirdrops = defineResource({
  name: "operator-boost-airdrops",
  title: "Boost airdrops",
  intro:
    "Every node sees the snapshot time and, afterwards, its share in proportion to its points at that time. After the snapshot, export the unpaid shares and send the tokens: each share is exported for payment once.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "download" },
  routes: {
    list: "/operator/boost-airdrops",
    create: "/operator/boost-airdrops/new",
    edit: "/operator/boost-airdrops/{id}/edit",
  },
  titles: { create: "Create airdrop", edit: "Edit airdrop" },
  base: "$boost/operator/airdrops",
  log: { create: "BOOST_CREATE_AIRDROP", edit: "BOOST_EDIT_AIRDROP", delete: "BOOST_DELETE_AIRDROP" },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: taskNameMax, hint: "Shown to users, for example FREE tokens." }),
    total: points("Total", {
      min: 1,
      pattern: {
        expression: /^(?!0+(\.0+)?$)\d{1,18}(\.\d{1,6})?$/,
        message: "Total: enter a number above 0, such as 1000000 or 0.25.",
      },
      hint: "Distributed among all nodes in proportion to their points, rounded down.",
    }),
    snapshotAt: date("Snapshot", "When points are counted. Shares are calculated once, a minute later."),
    state: status("State", airdropStates, { announced: "Announced", counted: "Counted" }),
    nodes: optional(count("Nodes")),
    shared: optional(points("Shared")),
    paid: optional(count("Paid", "Shares already paid.")),
    createdAt: date("Created"),
  },
  list: {
    columns: {
      name: {},
      total: { width: "170px" },
      snapshotAt: { width: "164px" },
      state: { width: "140px" },
      nodes: { width: "110px", wideOnly: true },
      shared: { width: "170px", wideOnly: true },
      paid: {},
    },
    sort: ["name", "snapshotAt"],
    search: "name",
    empty: {
      title: "No airdrops yet",
      text: "Create an airdrop to announce its date. After the snapshot, export the shares and pay them.",
    },
  },
  create: ["name", "total", "snapshotAt"],
  edit: ["name", "total", "snapshotAt"],
  actions: {
    payOut: {
      label: "Export unpaid shares",
      call: "POST $boost/operator/airdrops/{id}/payout",
      can: "edit",
      confirm:
        "Downloads a CSV with the wallet and share of every unpaid node, and marks these shares as paid. Send the tokens listed in this file. You can download paid shares again.",
      done: "Shares exported and marked as paid.",
      when: [{ field: "state", in: ["counted"] }],
      reply: z.string(),
      saves: "airdrop-shares",
      log: "BOOST_PAY_AIRDROP",
    },
    paidShares: {
      label: "Download paid shares",
      call: "POST $boost/operator/airdrops/{id}/paid-shares",
      can: "edit",
      done: "Paid shares downloaded.",
      when: [{ field: "state", in: ["counted"] }],
      reply: z.string(),
      saves: "airdrop-paid-shares",
      log: false,
    },
  },
  remove: { confirm: "The airdrop is removed for all users.", when: [{ field: "state", in: ["announced"] }] },
});
