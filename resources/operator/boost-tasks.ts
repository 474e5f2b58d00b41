/** Boost tasks added by operators, in addition to the built-in ones (resources/boost/activities.ts). */
import { operatorKinds, operatorKindLabels } from "../boost/operator-kinds.ts";
import {
  taskAddressesMax,
  taskLinkMax,
  taskNameMax,
  taskSecretMax,
  taskTextMax,
  taskWaitDefault,
} from "../boost/tasks/task-limits.ts";
import { rewardKinds, taskActions, taskProofs } from "../boost/tasks/task-model.ts";
import { defineResource } from "../declare/define.ts";
import { choice, code, count, date, id, optional, status, text, textarea } from "../declare/fields.ts";
import { largeBodyBytesMax } from "../limits.ts";

/** Without invitation milestones, which are built in. */
const groups = ["tasks", "partner_tasks", "tasks_one", "daily", "pre_tasks"] as const;
/** A selection of the product's icons. */
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

/** Operator input, on create and edit. */
const input = [
  "name",
  "description",
  "group",
  "icon",
  "proof",
  "goal",
  "waitSeconds",
  "secret",
  "addresses",
  "chat",
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
  intro:
    "Custom tasks in addition to the built-in ones. Activity on this server is verified. External activity is not, and users see that.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "rocket" },
  routes: {
    list: "/operator/boost-tasks",
    create: "/operator/boost-tasks/new",
    edit: "/operator/boost-tasks/{id}/edit",
  },
  options: { create: { bodyBytesMax: largeBodyBytesMax }, edit: { bodyBytesMax: largeBodyBytesMax } },
  titles: { create: "Create Boost task", edit: "Edit Boost task" },
  base: "$boost/operator/tasks",
  log: { create: "BOOST_CREATE_TASK", edit: "BOOST_EDIT_TASK", delete: "BOOST_DELETE_TASK" },
  fields: {
    id: id(),
    name: text("Name", { min: 1, max: taskNameMax }),
    description: textarea("Description", { min: 1, max: taskTextMax }),
    group: choice("List", groups, {
      tasks: "Tasks",
      partner_tasks: "Partners",
      tasks_one: "Newcomers",
      daily: "Daily",
      pre_tasks: "Before joining",
    }),
    icon: choice("Icon", icons),
    proof: choice("Proof", taskProofs, {
      OPENED: "Link opened (not verified)",
      MEMBER: "Joined a group or channel",
      WORD: "Entered the secret word",
      CODE: "Entered a partner's code",
      LISTED: "Wallet is on the list",
      JOINED: "Node exists",
      WALLET: "Linked a wallet",
      ACTIVATED: "Activated the account",
      DEPOSITED: "Deposited",
      PROJECT: "Created projects",
      DEPLOYMENT: "Deployed",
      COLLECTED: "Collected points",
      EXPLORED: "Explored nodes",
      SPUN: "Spun the wheel",
      STAGE: "Unlocked stages",
      STAKED: "Staked a token",
      INVITED: "Active invited users",
      EXCHANGE: "Exchange account approved",
    }),
    goal: optional(count("Required count", "Number of projects, invited users, and so on. Default: 1.")),
    waitSeconds: optional(
      count("Wait", `Seconds between opening and claiming an unverified task. Default: ${taskWaitDefault}.`),
    ),
    secret: optional(
      code("Secret", {
        max: taskSecretMax,
        hint: "The secret word, or the key that a partner's bot signs its codes with. Leave blank to keep the current one.",
      }),
    ),
    addresses: optional(
      textarea("Wallets", {
        max: taskAddressesMax,
        hint: "Wallets on the list: 0x addresses, one per line. Leave blank to keep the current list.",
      }),
    ),
    chat: optional(
      text("Chat", {
        max: 64,
        hint: "Group or channel: @name or number. Your bot must be an administrator. Without a bot, the task isn't verified.",
      }),
    ),
    press: choice("Action", taskActions, {
      REDIRECT: "Open a dashboard page",
      JUMP_OUT: "Open a link",
      COPY: "Copy a text",
      AD_REWARD: "Show an ad",
    }),
    link: optional(
      text("Link", {
        max: taskLinkMax,
        hint: "A path such as /boost, an https URL, or the text to copy. {node} is replaced by the node's ID, {invite} by its invite link.",
      }),
    ),
    rewardKind: choice("Reward", rewardKinds, { points: "Points", rate: "Points/h for 24 hours", spin: "Spins" }),
    rewardAmount: count("Amount"),
    kind: optional(choice("Label in history", operatorKinds, operatorKindLabels)),
    startsAt: optional(date("From", "Leave blank to start immediately.")),
    endsAt: optional(date("Until", "Leave blank to show until deleted.")),
    state: status("State", taskStates, { scheduled: "Scheduled", online: "Open", ended: "Ended" }),
    /** Rewards given. */
    done: count("Claimed"),
    reward: text("Reward"),
    createdAt: date("Created"),
  },
  list: {
    columns: {
      name: { below: ["group", "proof"] },
      reward: { width: "210px" },
      state: { width: "130px" },
      done: { width: "100px" },
      createdAt: { width: "164px", wideOnly: true },
    },
    sort: ["name", "createdAt"],
    search: "name",
    filters: ["group", "proof"],
    empty: {
      title: "No custom tasks yet",
      text: "Create tasks in addition to the built-in ones.",
    },
  },
  create: input,
  edit: input,
  remove: { confirm: "The task can't be completed anymore. Existing rewards are not affected." },
});
