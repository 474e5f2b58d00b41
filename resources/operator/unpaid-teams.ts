/** Teams without package or LAND, for operators: paused teams, and data that can be purged. */
import { defineResource } from "../declare/define.ts";
import { code, date, id, status, text } from "../declare/fields.ts";

export const unpaidTeams = defineResource({
  name: "unpaid-teams",
  title: "Unpaid teams",
  intro: "Teams without a package or LAND. Sites pause after 7 days. After 30 days you can purge the data.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "clock" },
  routes: { list: "/operator/unpaid" },
  base: "$bill-consume/operator/unpaid",
  fields: {
    id: id(),
    team: text("Team"),
    owner: code("Owner's user ID"),
    step: status("State", ["refused", "unserved", "overdue"], {
      refused: "New work refused",
      unserved: "Sites paused",
      overdue: "Can be purged",
    }),
    beganAt: date("Unpaid since"),
    servedUntil: date("Served until"),
    keptUntil: date("Kept until"),
  },
  list: {
    columns: { team: {}, owner: {}, step: {}, beganAt: {}, servedUntil: {}, keptUntil: {} },
    search: "team",
    empty: {
      title: "No unpaid teams",
      text: "Data is never deleted automatically.",
    },
  },
  actions: {
    purge: {
      label: "Purge",
      call: "POST $bill-consume/operator/unpaid/{id}/purge",
      can: "edit",
      confirm:
        "All buckets, projects, repositories and pins of this team are permanently deleted. Its members, keys, rollups and balance stay.",
      done: "Data purged. The owner was notified.",
      danger: true,
      when: [{ field: "step", in: ["overdue"] }],
      log: "BILL_PURGE_TEAM",
    },
  },
});
