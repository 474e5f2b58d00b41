/** Tasks of Boost that operators add to those of every cloud (resources/boost/activities.ts). */
import { operatorKinds, operatorKindLabels } from "../boost/operator-kinds.ts";
import {
  taskAddressesMax,
  taskLinkMax,
  taskNameMax,
  taskSecretMax,
  taskTextMax,
  taskWaitDefault,
} from "../boost/task-limits.ts";
import { rewardKinds, taskPresses, taskProofs } from "../boost/task-words.ts";
import { defineResource } from "../define.ts";
import { choice, code, count, date, id, optional, status, text, textarea } from "../fields.ts";

/** Milestones of invitations are the programme's own. */
const groups = ["tasks", "partner_tasks", "tasks_one", "daily", "pre_tasks"] as const;
/** Some of the product's icons. */
const icons = [
  "gift",
  "link",
  "users",
  "chat",
  "bell",
  "play",
  "rocket",
  "spark",
  "globe",
  "wallet",
  "shield",
] as const;
const taskStates = ["scheduled", "online", "ended"] as const;
export type BoostTaskState = (typeof taskStates)[number];

/** What an operator types, anew or later. */
const typed = [
  "name",
  "description",
  "group",
  "icon",
  "proof",
  "goal",
  "waitSeconds",
  "secret",
  "addresses",
  "press",
  "link",
  "rewardKind",
  "rewardAmount",
  "kind",
  "startsAt",
  "endsAt",
] as const;

export const boostTasks = defineResource({
  name: "operator-boost-tasks",
  title: "Boost tasks",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "rocket" },
  routes: {
    list: "/operator/boost-tasks",
    create: "/operator/boost-tasks/new",
    edit: "/operator/boost-tasks/{id}/edit",
  },
  titles: { create: "New Boost task", edit: "Edit Boost task" },
  calls: {
    list: "GET $boost/operator/tasks",
    show: "GET $boost/operator/tasks/{id}",
    create: "POST $boost/operator/tasks",
    edit: "PUT $boost/operator/tasks/{id}",
    delete: "DELETE $boost/operator/tasks/{id}",
  },
  log: { create: "BOOST_CREATE_TASK", edit: "BOOST_EDIT_TASK", delete: "BOOST_DELETE_TASK" },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: taskNameMax }),
    description: textarea("Description", { min: 1, max: taskTextMax }),
    group: choice("List", groups, {
      tasks: "Tasks",
      partner_tasks: "Partners",
      tasks_one: "Newcomers",
      daily: "Every day",
      pre_tasks: "Before joining",
    }),
    icon: choice("Icon", icons),
    proof: choice("Proof", taskProofs, {
      OPENED: "Opened and waited (on trust)",
      WORD: "The secret word is entered",
      CODE: "A partner's code is entered",
      LISTED: "The wallet is on the list",
      JOINED: "The node is there",
      WALLET: "A wallet is linked",
      ACTIVATED: "The account is activated",
      DEPOSITED: "LAND was paid for",
      PROJECT: "Projects were made",
      DEPLOYMENT: "Deployments were made",
      COLLECTED: "Points were collected",
      EXPLORED: "Nodes were explored",
      SPUN: "The wheel was spun",
      STAGE: "Stages are open",
      STAKED: "Something is staked",
      INVITED: "People were invited",
      EXCHANGE: "An exchange account is named",
    }),
    goal: optional(count("How many", "Of what is counted: projects, invited people. Empty: one.")),
    waitSeconds: optional(
      count("Wait", `Seconds between opening and claiming, of a task on trust. Empty: ${taskWaitDefault}.`),
    ),
    secret: optional(
      code("Secret", {
        max: taskSecretMax,
        hint: "The secret word; or the key with which a partner's bot signs its codes (see Boost in the docs). Never shown again; empty: as it was.",
      }),
    ),
    addresses: optional(
      textarea("Wallets", {
        max: taskAddressesMax,
        hint: "Of a list: 0x addresses, one a line. Empty: as they were.",
      }),
    ),
    press: choice("When pressed", taskPresses, {
      REDIRECT: "Goes to a page of this cloud",
      JUMP_OUT: "Opens a link",
      COPY: "Copies a text",
      AD_REWARD: "Shows an advert",
    }),
    link: optional(
      text("Link", {
        max: taskLinkMax,
        hint: "A path such as /boost, an https address, or the text to copy. {node} becomes the node's id, {invite} its invite link.",
      }),
    ),
    rewardKind: choice("Reward", rewardKinds, { points: "Points", rate: "Points/h for 24 hours", spin: "Spins" }),
    rewardAmount: count("Amount"),
    kind: optional(choice("In the history", operatorKinds, operatorKindLabels)),
    startsAt: optional(date("From", "Empty: at once.")),
    endsAt: optional(date("Until", "Empty: until it is deleted.")),
    state: status("State", taskStates, { scheduled: "Scheduled", online: "Open", ended: "Ended" }),
    /** Rewards given. */
    done: count("Claimed"),
    reward: text("Reward"),
    createdAt: date("Created"),
  },
  list: {
    columns: ["name", "group", "proof", "reward", "state", "done", "createdAt"],
    search: "name",
    filters: ["group", "proof"],
    empty: {
      title: "No tasks of your own yet",
      text: "Every cloud has its built-in tasks. Add what you want people to do beside them.",
    },
  },
  create: typed,
  edit: typed,
  remove: { confirm: "Nobody can do the task from now on. Who has had its reward keeps it." },
});
