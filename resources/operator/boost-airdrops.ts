/** Airdrops of Boost: announced, and shared among nodes by the points they have at the snapshot. */
import { taskNameMax } from "../boost/task-limits.ts";
import { defineResource } from "../define.ts";
import { count, date, id, optional, status, text } from "../fields.ts";

const airdropStates = ["announced", "counted"] as const;

export const boostAirdrops = defineResource({
  name: "operator-boost-airdrops",
  title: "Boost airdrops",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "download" },
  routes: {
    list: "/operator/boost-airdrops",
    create: "/operator/boost-airdrops/new",
    edit: "/operator/boost-airdrops/{id}/edit",
  },
  titles: { create: "New airdrop", edit: "Edit airdrop" },
  calls: {
    list: "GET $boost/operator/airdrops",
    show: "GET $boost/operator/airdrops/{id}",
    create: "POST $boost/operator/airdrops",
    edit: "PUT $boost/operator/airdrops/{id}",
    delete: "DELETE $boost/operator/airdrops/{id}",
  },
  log: { create: "BOOST_CREATE_AIRDROP", edit: "BOOST_EDIT_AIRDROP", delete: "BOOST_DELETE_AIRDROP" },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: taskNameMax, hint: "What is given, as people read it: FREE tokens." }),
    total: text("Total", {
      min: 1,
      pattern: {
        expression: /^(?!0+(\.0+)?$)\d{1,18}(\.\d{1,6})?$/,
        message: "Total: a number above 0, such as 1000000 or 0.25.",
      },
      hint: "Shared among all nodes by their points, rounded down: never more than this.",
    }),
    snapshotAt: date("Snapshot", "The moment at which points count. Shares are counted a minute after it, once."),
    state: status("State", airdropStates, { announced: "Announced", counted: "Counted" }),
    nodes: optional(count("Nodes")),
    shared: optional(text("Shared")),
    createdAt: date("Created"),
  },
  list: {
    columns: ["name", "total", "snapshotAt", "state", "nodes", "shared"],
    search: "name",
    empty: {
      title: "No airdrops yet",
      text: "Announce one: every node sees its moment, and afterwards its share. Handing shares out is up to you.",
    },
  },
  create: ["name", "total", "snapshotAt"],
  edit: ["name", "total", "snapshotAt"],
  remove: { confirm: "Nobody sees the airdrop any more.", when: [{ field: "state", in: ["announced"] }] },
});
