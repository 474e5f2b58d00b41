/** The built-in tasks of the task hub, proved by the server's own records. Operators can edit, price and disable them. */
import type { RewardFact } from "../../../resources/rewards/facts.ts";

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
  /** Required count of the fact. */
  readonly goal: number;
  /** Requirement: an activated account (else the task is denied), or the first deposit (else it is not ready). */
  readonly needs?: "activation" | "deposit";
  /** Where to do it: a path of the dashboard; the email form and the activation open over the task hub. */
  readonly way: `/${string}` | "email" | "activation";
  /** The path is outside the dashboard's shell. */
  readonly out?: true;
}

const daily = { tab: "daily", goal: 1 } as const;
const newbie = { tab: "newbie", goal: 1 } as const;
const progress = { tab: "progress" } as const;

export const builtInTasks: readonly BuiltInTask[] = [
  {
    ...daily,
    id: "daily-visit",
    title: "Daily visit",
    text: "Open the task hub once a day.",
    icon: "sun",
    points: 5,
    fact: "signedIn",
    way: "/task-hub",
  },
  {
    ...daily,
    id: "daily-deploy",
    title: "Deploy a site",
    text: "Complete a deployment today.",
    icon: "rocket",
    points: 10,
    fact: "deploymentsToday",
    way: "/hosting/projects",
  },
  {
    ...daily,
    id: "daily-bucket",
    title: "Use a bucket",
    text: "Upload or change a file in a bucket today.",
    icon: "bucket",
    points: 10,
    fact: "bucketToday",
    way: "/bucket/storage/",
  },
  {
    ...daily,
    id: "daily-rpc",
    title: "Send an RPC request",
    text: "Use one of your RPC keys today.",
    icon: "exchange",
    points: 5,
    fact: "rpcToday",
    needs: "activation",
    way: "/rpc",
  },
  {
    ...newbie,
    id: "confirm-email",
    title: "Confirm your email address",
    text: "Receive invitations and alerts by email.",
    icon: "mail",
    points: 20,
    fact: "email",
    way: "email",
  },
  {
    ...newbie,
    id: "first-project",
    title: "Deploy your first site",
    text: "Use a folder, a repository or a template.",
    icon: "projects",
    points: 30,
    fact: "deployments",
    way: "/hosting/new",
  },
  {
    ...newbie,
    id: "first-upload",
    title: "Upload a file",
    text: "Create a bucket and upload a file.",
    icon: "upload",
    points: 20,
    fact: "files",
    way: "/bucket/storage/",
  },
  {
    ...newbie,
    id: "activate",
    title: "Activate your account",
    text: "Register on-chain to unlock pinning, RPC and AI keys, rollups and invitations.",
    icon: "shield",
    points: 50,
    fact: "activated",
    way: "activation",
  },
  {
    ...newbie,
    id: "join-boost",
    title: "Join Boost",
    text: "Run a node that earns Boost points every hour.",
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
    text: "In addition to the first-deposit bonus.",
    icon: "wallet",
    points: 50,
    fact: "deposited",
    way: "/billing/deposit",
  },
  {
    ...newbie,
    id: "rpc-key",
    title: "Create an RPC key",
    text: "Access every supported chain with one key.",
    icon: "key",
    points: 20,
    fact: "rpcKeys",
    needs: "activation",
    way: "/rpc",
  },
  {
    ...newbie,
    id: "ai-key",
    title: "Create an AI key",
    text: "Works with any OpenAI-compatible client.",
    icon: "chat",
    points: 20,
    fact: "aiKeys",
    needs: "activation",
    way: "/ai-rpc",
  },
  {
    ...newbie,
    id: "ipns-name",
    title: "Create an IPNS name",
    text: "Point a permanent name at your latest content.",
    icon: "ipns",
    points: 20,
    fact: "ipnsNames",
    way: "/gateway/ipns",
  },
  {
    ...newbie,
    id: "invite-member",
    title: "Invite a team member",
    text: "Counts when the invited user joins your team.",
    icon: "users",
    points: 40,
    fact: "members",
    needs: "activation",
    way: "/account/member",
  },
  {
    ...newbie,
    id: "use-gateway",
    title: "Use a dedicated gateway",
    text: "Create a dedicated gateway and send it a request.",
    icon: "globe",
    points: 40,
    fact: "gatewayRequests",
    needs: "deposit",
    way: "/gateway/list",
  },
  {
    ...progress,
    id: "visits-7",
    title: "Visit on seven days",
    text: "Collect the daily visit on any seven days.",
    icon: "history",
    points: 50,
    fact: "visits",
    goal: 7,
    way: "/task-hub",
  },
  {
    ...progress,
    id: "visits-30",
    title: "Visit on thirty days",
    text: "Collect the daily visit on any thirty days.",
    icon: "history",
    points: 200,
    fact: "visits",
    goal: 30,
    way: "/task-hub",
  },
  {
    ...progress,
    id: "deployments-10",
    title: "Deploy ten times",
    text: "Complete ten deployments.",
    icon: "rocket",
    points: 100,
    fact: "deployments",
    goal: 10,
    way: "/hosting/projects",
  },
  {
    ...progress,
    id: "files-100",
    title: "Store a hundred files",
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
    title: "Invite five friends",
    text: "Counts when five invited users activate their accounts.",
    icon: "gift",
    points: 250,
    fact: "invitees",
    goal: 5,
    way: "/referral",
  },
];
