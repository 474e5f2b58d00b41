/** The task hub's own tasks, each proved by what the cloud has counted itself. Operators may reword, price and switch them. */
import type { RewardFact } from "./facts.ts";

export const taskTabs = ["daily", "newbie", "progress"] as const;
export type TaskTab = (typeof taskTabs)[number];

export interface BuiltInTask {
  readonly id: string;
  readonly tab: TaskTab;
  readonly title: string;
  readonly text: string;
  readonly icon: string;
  readonly points: number;
  readonly fact: RewardFact;
  /** How much of the fact it takes. */
  readonly goal: number;
  /** What has to come first: an activated account (else the task is denied), or the first deposit (else it is not ready). */
  readonly needs?: "activation" | "deposit";
  /** Where it is done: a path of the dashboard; the e-mail form and the activation open over the task hub. */
  readonly way: `/${string}` | "email" | "activation";
  /** The path lies outside the dashboard's shell. */
  readonly out?: true;
}

const daily = { tab: "daily", goal: 1 } as const;
const newbie = { tab: "newbie", goal: 1 } as const;
const progress = { tab: "progress" } as const;

export const builtInTasks: readonly BuiltInTask[] = [
  {
    ...daily,
    id: "daily-visit",
    title: "Come by",
    text: "Open the task hub once a day.",
    icon: "sun",
    points: 5,
    fact: "signedIn",
    way: "/task-hub",
  },
  {
    ...daily,
    id: "daily-deploy",
    title: "Deploy something",
    text: "Bring a deployment online today.",
    icon: "rocket",
    points: 10,
    fact: "deploymentsToday",
    way: "/hosting/projects",
  },
  {
    ...daily,
    id: "daily-bucket",
    title: "Use a bucket",
    text: "Put a file into one of your buckets today, or change one.",
    icon: "bucket",
    points: 10,
    fact: "bucketToday",
    way: "/bucket/storage/",
  },
  {
    ...daily,
    id: "daily-rpc",
    title: "Ask a chain",
    text: "Send a request with one of your RPC keys today.",
    icon: "exchange",
    points: 5,
    fact: "rpcToday",
    needs: "activation",
    way: "/rpc",
  },
  {
    ...newbie,
    id: "confirm-email",
    title: "Confirm your e-mail address",
    text: "Invitations and warnings reach you there.",
    icon: "mail",
    points: 20,
    fact: "email",
    way: "email",
  },
  {
    ...newbie,
    id: "first-project",
    title: "Bring a site online",
    text: "Deploy a folder, a repository or a template.",
    icon: "projects",
    points: 30,
    fact: "deployments",
    way: "/hosting/new",
  },
  {
    ...newbie,
    id: "first-upload",
    title: "Store a file",
    text: "Make a bucket and put a file into it.",
    icon: "upload",
    points: 20,
    fact: "files",
    way: "/bucket/storage/",
  },
  {
    ...newbie,
    id: "activate",
    title: "Activate your account",
    text: "Register your identity on a chain. It opens everything that the trial has not.",
    icon: "shield",
    points: 50,
    fact: "activated",
    way: "activation",
  },
  {
    ...newbie,
    id: "join-boost",
    title: "Join Boost",
    text: "A node of your own earns Boost's points by the hour.",
    icon: "spark",
    points: 20,
    fact: "boost",
    way: "/boost",
    out: true,
  },
  {
    ...newbie,
    id: "first-deposit",
    title: "Make your first deposit",
    text: "Beside the bonus that the first deposit brings.",
    icon: "wallet",
    points: 50,
    fact: "deposited",
    way: "/billing/deposit",
  },
  {
    ...newbie,
    id: "rpc-key",
    title: "Make an RPC key",
    text: "Reach all chains of this cloud under one key.",
    icon: "key",
    points: 20,
    fact: "rpcKeys",
    needs: "activation",
    way: "/rpc",
  },
  {
    ...newbie,
    id: "ai-key",
    title: "Make an AI key",
    text: "For programs that speak OpenAI's API.",
    icon: "chat",
    points: 20,
    fact: "aiKeys",
    needs: "activation",
    way: "/ai-rpc",
  },
  {
    ...newbie,
    id: "ipns-name",
    title: "Publish a name",
    text: "Make an IPNS name that leads to your newest content.",
    icon: "ipns",
    points: 20,
    fact: "ipnsNames",
    way: "/gateway/ipns",
  },
  {
    ...newbie,
    id: "invite-member",
    title: "Work together",
    text: "Invite somebody who joins your team.",
    icon: "users",
    points: 40,
    fact: "members",
    needs: "activation",
    way: "/account/member",
  },
  {
    ...newbie,
    id: "use-gateway",
    title: "Use a gateway of your own",
    text: "Make a dedicated gateway and ask it for something.",
    icon: "globe",
    points: 40,
    fact: "gatewayRequests",
    needs: "deposit",
    way: "/gateway/list",
  },
  {
    ...progress,
    id: "visits-7",
    title: "Seven days",
    text: "Collect the daily visit on seven days. They need not follow each other.",
    icon: "history",
    points: 50,
    fact: "visits",
    goal: 7,
    way: "/task-hub",
  },
  {
    ...progress,
    id: "visits-30",
    title: "Thirty days",
    text: "Collect the daily visit on thirty days.",
    icon: "history",
    points: 200,
    fact: "visits",
    goal: 30,
    way: "/task-hub",
  },
  {
    ...progress,
    id: "deployments-10",
    title: "Ten deployments",
    text: "Bring ten deployments online.",
    icon: "rocket",
    points: 100,
    fact: "deployments",
    goal: 10,
    way: "/hosting/projects",
  },
  {
    ...progress,
    id: "files-100",
    title: "A hundred files",
    text: "Keep a hundred files in your buckets.",
    icon: "folder",
    points: 100,
    fact: "files",
    goal: 100,
    way: "/bucket/storage/",
  },
  {
    ...progress,
    id: "invitees-5",
    title: "Five friends",
    text: "Invite five people who activate their accounts.",
    icon: "gift",
    points: 250,
    fact: "invitees",
    goal: 5,
    way: "/referral",
  },
];
