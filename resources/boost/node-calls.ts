/** Calls of a node: joining, what it earns, collecting, its invitations and its place among others. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { boostStages, leaderboardSize } from "./limits.ts";
import { code, earning, joined, page, paged, pointKinds, points, preActivities, seconds } from "./shapes.ts";

/** With the personal token, as the next one; all else of Boost with the token of the node that these give. */
export const createNode = defineCall("POST $boost/node/create", {
  summary: "Makes the caller's node, or finds it, and gives the token by which all other calls of Boost are made.",
  can: "person",
  log: false,
  perMinute: 30,
  body: z.object({ code }),
  reply: joined,
});

const nodeInfo = z.extend(earning, {
  nodeId: z.string(),
  /** Joined in a browser, or in the messaging app. */
  origin: z.enum(["web", "tg"]),
  address: z.nullable(z.string()),
  username: z.string(),
  avatar: z.nullable(z.string()),
  totalPoint: points,
  /** Points per hour that run now: base, boosts, and both with the buff. */
  rates: z.object({ base: points, boost: points, total: points }),
  /** Without a base rate nothing is earned, whatever the boosts. */
  locked: z.boolean(),
  /** What others took of it since it last collected; 0 or more. */
  negative: points,
  /** What the person had done here before there was a node. */
  preActivities: z.array(z.enum(preActivities)),
  stages: z.array(z.enum(boostStages)),
  inviteCode: z.string(),
  /** The server's time, by which the browser counts on. */
  at: seconds,
});
export type NodeInfo = z.output<typeof nodeInfo>;

export const node = defineCall("GET $boost/node/info", { summary: "The caller's node.", can: "node", reply: nodeInfo });

export const openStage = defineCall("POST $boost/node/stage/{stage}", {
  summary: "Opens a stage (storage, compute, network) for 1,000,000 LAND: +100 points/h and +2,500 capacity.",
  can: "node",
  log: false,
  body: z.object({ invite_code: code }),
  reply: nodeInfo,
});

export const collectPoints = defineCall("PUT $boost/node/claim", {
  summary: "Collects what the node has earned. Collecting again at once gives nothing.",
  can: "node",
  log: false,
  reply: z.object({ collected: points, totalPoint: points, info: nodeInfo }),
});

export const pointHistory = defineCall("GET $boost/node/history", {
  summary: "What moved the node's points, the newest first; the sum of all that are no notes is its total.",
  can: "node",
  query: page(10),
  reply: paged(
    z.object({
      id: z.string(),
      valueType: z.enum(pointKinds),
      value: points,
      /** Told only: what others found with the node, or took of what was not collected. The total is the sum of all else. */
      isNote: z.boolean(),
      createdAt: seconds,
      explorerAddress: z.nullable(z.string()),
      name: z.nullable(z.string()),
    }),
  ),
});

const invites = z.object({
  /** Invited today (UTC), and in all. */
  daily: z.int(),
  invited: z.int(),
  inviteCode: z.string(),
  link: z.string(),
});
export const inviteInfo = defineCall("GET $boost/node/invite/info", {
  summary: "The node's invitation link for browsers.",
  can: "node",
  reply: invites,
});
export const tgInviteInfo = defineCall("GET $boost/node/invite/tg/info", {
  summary: "The node's invitation link for the messaging app.",
  can: "node",
  reply: invites,
});

export const inviteHistory = defineCall("GET $boost/node/invite/history", {
  summary: "Whom the node has invited, and what its 5% of their points came to.",
  can: "node",
  query: page(10),
  reply: paged(z.object({ address: z.string(), createdAt: seconds, points })),
});

export const inviteMilestoneCount = defineCall("GET $boost/node/activities/invite_milestone/count", {
  summary: "How many people the node has invited, and which milestones were reached and claimed.",
  can: "node",
  reply: z.object({
    count: z.int(),
    milestones: z.array(z.object({ count: z.int(), points: z.int(), status: z.enum(["UNDO", "CLAIM", "DONE"]) })),
  }),
});

export const leaderboard = defineCall("GET $boost/node/leaderboard", {
  summary: `The first ${leaderboardSize} nodes by points, and the caller's own place when there is a caller.`,
  can: "anyone",
  query: page(50),
  reply: z.object({
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
