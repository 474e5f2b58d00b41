/** Calls of a node: joining, earnings, collecting, invitations and leaderboard. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { invitation } from "./invitation-call.ts";
import { boostStages, leaderboardSize } from "../limits.ts";
import { code, earning, joined, page, paged, pointKinds, points, preActivities, seconds } from "../shapes.ts";

/** Called with the personal token, like the next one; all other Boost calls use the node token returned here. */
export const createNode = defineCall("POST $boost/node/create", {
  summary: "Creates or returns the caller's node, with the token for all other Boost calls.",
  can: "person",
  log: false,
  perMinute: 30,
  body: z.object({ code }),
  reply: joined,
});

const nodeInfo = z.extend(earning, {
  nodeId: z.string(),
  /** Joined in a browser or in the messaging app. */
  origin: z.enum(["web", "tg"]),
  address: z.nullable(z.string()),
  username: z.string(),
  avatar: z.nullable(z.string()),
  totalPoint: points,
  /** Current points per hour: base, boosts, and their total with the buff. */
  rates: z.object({ base: points, boost: points, total: points }),
  /** A node without a base rate earns nothing, even with boosts. */
  locked: z.boolean(),
  /** Points others took since its last collect; 0 or more. */
  negative: points,
  /** Activities of the user before joining Boost. */
  preActivities: z.array(z.enum(preActivities)),
  stages: z.array(z.enum(boostStages)),
  /** Whether the inviter is recorded; until then, opening a stage can include a code. */
  invited: z.boolean(),
  inviteCode: z.string(),
  /** The server's time, from which the browser continues counting. */
  at: seconds,
});
export type NodeInfo = z.output<typeof nodeInfo>;

export const node = defineCall("GET $boost/node/info", {
  summary: "Returns the caller's node.",
  can: "node",
  reply: nodeInfo,
});

export const openStage = defineCall("POST $boost/node/stage/{stage}", {
  summary:
    "Opens a stage (storage, compute, network) for a dollar, which is a million LAND: +100 points/h and +2,500 capacity.",
  can: "node",
  log: false,
  body: z.object({ invite_code: code }),
  reply: nodeInfo,
});

export const collectPoints = defineCall("PUT $boost/node/claim", {
  summary: "Collects the points the node has earned. Collecting again immediately returns 0.",
  can: "node",
  log: false,
  reply: z.object({ collected: points, totalPoint: points, info: nodeInfo }),
});

export const pointHistory = defineCall("GET $boost/node/history", {
  summary: "Lists changes of the node's points, newest first. The total is the sum of all entries except notes.",
  can: "node",
  query: page(10),
  reply: paged(
    z.object({
      id: z.string(),
      valueType: z.enum(pointKinds),
      value: points,
      /** Notes: finds by others, or uncollected points they took. The total is the sum of all other entries. */
      isNote: z.boolean(),
      createdAt: seconds,
      explorerAddress: z.nullable(z.string()),
      name: z.nullable(z.string()),
    }),
  ),
});

const invites = z.object({
  /** Invited today (UTC) and in total. */
  daily: z.int(),
  invited: z.int(),
  /** How many of them count for milestones, spins and airdrop shares; the others are pending. */
  counted: z.int(),
  inviteCode: z.string(),
  link: z.string(),
});
export const inviteInfo = defineCall("GET $boost/node/invite/info", {
  summary: "Returns the node's invite link for browsers.",
  can: "node",
  reply: invites,
});
export const tgInviteInfo = defineCall("GET $boost/node/invite/tg/info", {
  summary: "Returns the node's invite link for the messaging app.",
  can: "node",
  reply: invites,
});

export const inviteHistory = defineCall("GET $boost/node/invite/history", {
  summary: "Lists the nodes this node invited and its 5% share of their points.",
  can: "node",
  query: page(10),
  reply: paged(
    z.object({
      address: z.string(),
      createdAt: seconds,
      points,
      /** Counts for milestones, spins and airdrop shares; otherwise pending. */
      counted: z.boolean(),
      /** Days (UTC) on which it collected points. */
      collectDays: z.int(),
    }),
  ),
});

export const inviteMilestoneCount = defineCall("GET $boost/node/activities/invite_milestone/count", {
  summary: "Returns how many invitees count, and the milestones reached and claimed.",
  can: "node",
  reply: z.object({
    count: z.int(),
    milestones: z.array(z.object({ count: z.int(), points: z.int(), status: z.enum(["UNDO", "CLAIM", "DONE"]) })),
  }),
});

/** All nodes by their total, by the points they gained since Monday 00:00 UTC, or the caller's inviter and invitees. */
export const leaderboards = ["all", "week", "friends"] as const;

export const leaderboard = defineCall("GET $boost/node/leaderboard", {
  summary: `Lists the top ${leaderboardSize} nodes by points, of all time, of this week or among friends, with the caller's rank when signed in.`,
  can: "anyone",
  query: z.extend(page(50), { of: z._default(z.enum(leaderboards), "all") }),
  reply: z.object({
    /** Unix seconds at which the week's ranking starts again. Null for other rankings. */
    endsAt: z.nullable(seconds),
    my: z.nullable(z.object({ rank: z.int(), points, address: z.string() })),
    ranks: z.array(
      z.object({
        nodeId: z.string(),
        address: z.string(),
        rank: z.int(),
        points,
        inviter: z.nullable(z.string()),
      }),
    ),
    total: z.int(),
  }),
});

export const nodeCalls = [
  invitation,
  createNode,
  node,
  openStage,
  collectPoints,
  pointHistory,
  inviteInfo,
  tgInviteInfo,
  inviteHistory,
  inviteMilestoneCount,
  leaderboard,
];
