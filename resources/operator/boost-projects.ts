/** Projects that give points or USDT to nodes of Boost: each node once, as long as there is some. */
import { taskNameMax, taskTextMax } from "../boost/task-limits.ts";
import { defineResource } from "../define.ts";
import { date, id, link, optional, status, text, textarea } from "../fields.ts";

const projectStates = ["scheduled", "online", "ended"] as const;
export type BoostProjectState = (typeof projectStates)[number];

const amount = (label: string, hint?: string) =>
  text(label, {
    pattern: { expression: /^$|^\d{1,15}(\.\d{1,6})?$/, message: `${label}: a number such as 100 or 0.25.` },
    ...(hint !== undefined && { hint }),
  });

/** What an operator types, anew or later. */
const typed = [
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
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "gift" },
  routes: {
    list: "/operator/boost-projects",
    create: "/operator/boost-projects/new",
    edit: "/operator/boost-projects/{id}/edit",
  },
  titles: { create: "New Boost project", edit: "Edit Boost project" },
  calls: {
    list: "GET $boost/operator/projects",
    show: "GET $boost/operator/projects/{id}",
    create: "POST $boost/operator/projects",
    edit: "PUT $boost/operator/projects/{id}",
    delete: "DELETE $boost/operator/projects/{id}",
  },
  log: { create: "BOOST_CREATE_PROJECT", edit: "BOOST_EDIT_PROJECT", delete: "BOOST_DELETE_PROJECT" },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: taskNameMax }),
    description: textarea("Description", { min: 1, max: taskTextMax }),
    link: optional(link("Link")),
    logo: optional(link("Logo")),
    startsAt: optional(date("From", "Empty: at once.")),
    endsAt: date("Until"),
    leastPoints: optional(amount("Points needed", "Nodes with fewer cannot claim. Empty: none.")),
    pointsEach: optional(amount("Points", "For each node. Empty: it gives none.")),
    pointsPot: optional(amount("Points in all", "Claiming ends when so many are given.")),
    usdEach: optional(amount("USDT", "For each node. Empty: it gives none.")),
    usdPot: optional(amount("USDT in all", "Claiming ends when so many are given.")),
    pointsGiven: text("Points given"),
    usdGiven: text("USDT given"),
    gives: text("For each node"),
    state: status("State", projectStates, { scheduled: "Scheduled", online: "Open", ended: "Ended" }),
    createdAt: date("Created"),
  },
  list: {
    columns: ["name", "state", "pointsGiven", "usdGiven", "startsAt", "endsAt"],
    search: "name",
    empty: { title: "No projects yet", text: "Make one: every node can claim what it gives, once." },
  },
  create: typed,
  edit: typed,
  remove: { confirm: "The project disappears. Once a node has claimed of it, it cannot be deleted." },
});
