/** Teams whose packages and LAND are used up, as an operator sees them: who is paused, and whose data need not be kept any longer. */
import { defineResource } from "../define.ts";
import { code, date, id, status, text } from "../fields.ts";

export const unpaidTeams = defineResource({
  name: "unpaid-teams",
  title: "Unpaid teams",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "clock" },
  routes: { list: "/operator/unpaid" },
  calls: { list: "GET $bill-consume/operator/unpaid" },
  fields: {
    id: id(),
    team: text("Team"),
    owner: code("Owner's user ID"),
    step: status("State", ["refused", "unserved", "overdue"], {
      refused: "New work refused",
      unserved: "Sites paused",
      overdue: "Kept for 30 days",
    }),
    beganAt: date("Used up since"),
    servedUntil: date("Served until"),
    keptUntil: date("Kept until"),
  },
  list: {
    columns: ["team", "owner", "step", "beganAt", "servedUntil", "keptUntil"],
    search: "team",
    empty: {
      title: "Every team can pay",
      text: "Teams whose packages and LAND are used up stand here. Nothing of theirs is removed by itself.",
    },
  },
});
