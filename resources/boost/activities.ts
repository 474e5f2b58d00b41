/**
 * The tasks that every cloud has. Operators add more (resources/operator/boost-tasks.ts). What the server can see in its own records it
 * proves; what happens elsewhere (a link that is opened, an account that is followed) it takes on trust, and the task says so.
 */
import { boostTask, inviteMilestonePoints, inviteMilestones } from "./limits.ts";
import { exchangeAccountReward } from "./task-limits.ts";
import type { Task, TaskGroup } from "./task-words.ts";

type Words = Pick<Task, "name" | "description" | "icon" | "proof"> & Partial<Task>;

const builtIn = (group: TaskGroup, id: string, words: Words): Task => ({
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
  ...words,
});

/** The tasks of every cloud, in the order in which they are shown. All are proved. */
export const builtInTasks: readonly Task[] = [
  builtIn("pre_tasks", "join_boost", {
    name: "Join Boost",
    description: "Sign in once: your node begins to earn points at that moment.",
    icon: "rocket",
    proof: "JOINED",
    link: "/boost",
  }),
  builtIn("tasks_one", "first_collect", {
    name: "Collect your first points",
    description: "Points that a node has earned are yours once they are collected.",
    icon: "gift",
    proof: "COLLECTED",
    link: "/boost",
  }),
  builtIn("tasks_one", "link_wallet", {
    name: "Link a wallet",
    description: "What your wallet stakes raises your rate.",
    icon: "wallet",
    proof: "WALLET",
    link: "/account/config",
  }),
  builtIn("tasks_one", "first_explore", {
    name: "Explore another node",
    description: "Take some of what another node has earned and not collected.",
    icon: "search",
    proof: "EXPLORED",
    link: "/boost/explore",
  }),
  builtIn("tasks_one", "first_project", {
    name: "Create a project",
    description: "A site of your own, from a template, a repository or a folder.",
    icon: "projects",
    proof: "PROJECT",
    link: "/hosting/new",
  }),
  builtIn("tasks_one", "first_deployment", {
    name: "Deploy a project",
    description: "Your first deployment counts.",
    icon: "upload",
    proof: "DEPLOYMENT",
    link: "/hosting/projects",
  }),
  builtIn("tasks_one", "activate_account", {
    name: "Activate your account",
    description: "A registration on a chain opens everything to you.",
    icon: "shield",
    proof: "ACTIVATED",
    link: "/overview",
  }),
  builtIn("tasks_one", "first_deposit", {
    name: "Claim LAND",
    description: "Pay for LAND from a wallet once; it counts when the chain has confirmed it.",
    icon: "tag",
    proof: "DEPOSITED",
    link: "/claim",
  }),
  builtIn("tasks", "bind_exchange", {
    name: "Name your exchange account",
    description: "Once, for the account to which an airdrop may go.",
    icon: "exchange",
    proof: "EXCHANGE",
    link: "/boost",
    reward: { kind: "points", amount: exchangeAccountReward },
    kind: "bind_exchange_address",
  }),
  builtIn("tasks", "first_stage", {
    name: "Open a stage",
    description: "Storage, compute or network: any of the three counts.",
    icon: "cube",
    proof: "STAGE",
    link: "/boost",
  }),
  builtIn("tasks", "stake", {
    name: "Stake tokens or an NFT",
    description: "What is staked raises your rate for as long as it is staked.",
    icon: "pin",
    proof: "STAKED",
    link: "/boost/partner",
  }),
  builtIn("tasks", "first_invite", {
    name: "Invite a friend",
    description: "Send your link; it counts when your friend has joined Boost by it, and brings a spin.",
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
    description: "Explore a node and take something of it, once a day (UTC).",
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
      description: `${inviteMilestonePoints[count]} points once ${count} people have joined Boost by your link.`,
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
