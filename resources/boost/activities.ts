/**
 * The built-in tasks. Operators add more (resources/operator/boost-tasks.ts). The server verifies tasks it can see in its own records;
 * external ones (opening a link, following an account) are not verified, and the task says so.
 */
import { boostTask, inviteeRule, inviteMilestonePoints, inviteMilestones } from "./limits.ts";
import { exchangeAccountReward } from "./tasks/task-limits.ts";
import type { Task, TaskGroup } from "./tasks/task-model.ts";

type TaskLabels = Pick<Task, "name" | "description" | "icon" | "proof"> & Partial<Task>;

const builtIn = (group: TaskGroup, id: string, labels: TaskLabels): Task => ({
  id,
  group,
  type: id,
  press: "REDIRECT",
  link: null,
  goal: 1,
  waitSeconds: 0,
  reward: { kind: "rate", amount: boostTask.rate },
  kind: "quest",
  startsAt: null,
  endsAt: null,
  ...labels,
});

/** Built-in tasks in display order. All are verified. */
export const builtInTasks: readonly Task[] = [
  builtIn("pre_tasks", "join_boost", {
    name: "Join Boost",
    description: "Sign in once and your node starts earning points.",
    icon: "rocket",
    proof: "JOINED",
    link: "/boost",
  }),
  builtIn("tasks_one", "first_collect", {
    name: "Collect your first points",
    description: "Collecting adds the points your node earned to your total.",
    icon: "gift",
    proof: "COLLECTED",
    link: "/boost",
  }),
  builtIn("tasks_one", "link_wallet", {
    name: "Link a wallet",
    description: "Stakes from linked wallets raise your rate.",
    icon: "wallet",
    proof: "WALLET",
    link: "/account/config",
  }),
  builtIn("tasks_one", "first_explore", {
    name: "Explore another node",
    description: "Collect some of another node's uncollected points.",
    icon: "search",
    proof: "EXPLORED",
    link: "/boost/explore",
  }),
  builtIn("tasks_one", "first_project", {
    name: "Create a project",
    description: "Start from a template, a repository or a folder.",
    icon: "projects",
    proof: "PROJECT",
    link: "/hosting/new",
  }),
  builtIn("tasks_one", "first_deployment", {
    name: "Deploy a project",
    description: "Complete your first deployment.",
    icon: "upload",
    proof: "DEPLOYMENT",
    link: "/hosting/projects",
  }),
  builtIn("tasks_one", "activate_account", {
    name: "Activate your account",
    description: "Register on-chain to unlock pinning, RPC and AI keys, rollups and invitations.",
    icon: "shield",
    proof: "ACTIVATED",
    link: "/overview",
  }),
  builtIn("tasks_one", "first_deposit", {
    name: "Deposit",
    description: "Add LAND with a wallet. Counts once confirmed on-chain.",
    icon: "tag",
    proof: "DEPOSITED",
    link: "/claim",
  }),
  builtIn("tasks", "bind_exchange", {
    name: "Add your exchange account",
    description: "Counts once an operator approves it. Airdrops may be paid to this account.",
    icon: "exchange",
    proof: "EXCHANGE",
    link: "/boost",
    reward: { kind: "points", amount: exchangeAccountReward },
    kind: "bind_exchange_address",
  }),
  builtIn("tasks", "first_stage", {
    name: "Open a stage",
    description: "Open storage, compute or network.",
    icon: "cube",
    proof: "STAGE",
    link: "/boost",
  }),
  builtIn("tasks", "stake", {
    name: "Stake tokens or an NFT",
    description: "A stake raises your rate while it is active.",
    icon: "pin",
    proof: "STAKED",
    link: "/boost/partner",
  }),
  builtIn("tasks", "first_invite", {
    name: "Invite a friend",
    description: `${inviteeRule} Each earns you a spin.`,
    icon: "users",
    press: "COPY",
    proof: "INVITED",
    link: "{invite}",
  }),
  builtIn("daily", "daily_collect", {
    name: "Collect today",
    description: "Collect your points once a day (UTC).",
    icon: "gift",
    proof: "COLLECTED",
    link: "/boost",
  }),
  builtIn("daily", "daily_explore", {
    name: "Explore today",
    description: "Explore a node and collect its points once a day (UTC).",
    icon: "search",
    proof: "EXPLORED",
    link: "/boost/explore",
  }),
  builtIn("daily", "daily_spin", {
    name: "Spin today",
    description: "Spin the wheel once a day (UTC).",
    icon: "refresh",
    proof: "SPUN",
    link: "/boost/spin",
  }),
  ...inviteMilestones.map((count) =>
    builtIn("invite_milestone", `invite_milestones_${count}`, {
      name: `Invite ${count} friends`,
      description: `${inviteMilestonePoints[count]} points once ${count} invited friends count.`,
      icon: "users",
      press: "COPY",
      proof: "INVITED",
      goal: count,
      link: "{invite}",
      reward: { kind: "points", amount: inviteMilestonePoints[count] },
      kind: `invite_milestones_${count}` as const,
    }),
  ),
];
