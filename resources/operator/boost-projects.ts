/** Boost projects that reward nodes with points or USDT: once per node, until the total is reached. */
import { taskNameMax, taskTextMax } from "../boost/tasks/task-limits.ts";
import { defineResource } from "../declare/define.ts";
import { date, id, link, optional, status, text, textarea } from "../declare/fields.ts";
import { points } from "../declare/special-fields.ts";

const projectStates = ["scheduled", "online", "ended"] as const;

const amount = (label: string, hint?: string) =>
  points(label, {
    pattern: { expression: /^$|^\d{1,15}(\.\d{1,6})?$/, message: `${label}: enter a number such as 100 or 0.25.` },
    ...(hint !== undefined && { hint }),
  });

/** Operator input, on create and edit. */
const input = [
  "name",
  "description",
  "link",
  "logo",
  "startsAt",
  "endsAt",
  "leastPoints",
  "pointsEach",
  "pointsPot",
  "usdEach",
  "usdPot",
] as const;

export const boostProjects = defineResource({
  name: "operator-boost-projects",
  title: "Boost projects",
  intro: "Each node can claim a project's reward once, until its total is used up.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "gift" },
  routes: {
    list: "/operator/boost-projects",
    create: "/operator/boost-projects/new",
    edit: "/operator/boost-projects/{id}/edit",
  },
  titles: { create: "Create Boost project", edit: "Edit Boost project" },
  base: "$boost/operator/projects",
  log: { create: "BOOST_CREATE_PROJECT", edit: "BOOST_EDIT_PROJECT", delete: "BOOST_DELETE_PROJECT" },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: taskNameMax }),
    description: textarea("Description", { min: 1, max: taskTextMax }),
    link: optional(link("Link")),
    logo: optional(link("Logo")),
    startsAt: optional(date("From", "Leave blank to start immediately.")),
    endsAt: date("Until"),
    leastPoints: optional(amount("Minimum points", "Points a node needs to claim. Leave blank for none.")),
    pointsEach: optional(amount("Points", "Per node. Leave blank for none.")),
    pointsPot: optional(amount("Total points", "Claims end when this total is reached.")),
    usdEach: optional(amount("USDT", "Per node. Leave blank for none.")),
    usdPot: optional(amount("Total USDT", "Claims end when this total is reached.")),
    pointsGiven: points("Points claimed"),
    usdGiven: points("USDT claimed"),
    gives: text("Per node"),
    state: status("State", projectStates, { scheduled: "Scheduled", online: "Open", ended: "Ended" }),
    createdAt: date("Created"),
  },
  list: {
    columns: {
      name: { below: "gives" },
      state: { width: "130px" },
      pointsGiven: { of: "pointsPot", width: "180px" },
      usdGiven: { of: "usdPot", width: "180px" },
      startsAt: { width: "164px", wideOnly: true },
      endsAt: { width: "150px" },
    },
    sort: ["name", "startsAt", "endsAt"],
    search: "name",
    empty: { title: "No projects yet", text: "Create a project. Each node can claim its reward once." },
  },
  create: input,
  edit: input,
  remove: { confirm: "The project is removed for all users. Projects with claims can't be deleted." },
});
