/** Projects that give points or USDT to nodes, and the airdrop. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { points, seconds, usd } from "./shapes.ts";

export const projectClaims = ["POINTS", "USDT"] as const;
export type ProjectClaim = (typeof projectClaims)[number];

const project = z.object({
  projectId: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.nullable(z.string()),
  link: z.nullable(z.string()),
  startAt: seconds,
  endAt: seconds,
  /** A node must have collected so many. */
  leastPoints: points,
  /** What a node may claim: points, US dollars. UNDO: not now (not open, too few points, all given, or no node asks). */
  claims: z.array(
    z.object({ type: z.enum(projectClaims), amount: z.string(), status: z.enum(["UNDO", "CLAIM", "DONE"]) }),
  ),
});
export type BoostProject = z.output<typeof project>;

export const projects = defineCall("GET $boost/node/project/list", {
  summary: "Projects that run, the newest first.",
  can: "anyone",
  reply: z.array(project),
});
export const projectInfo = defineCall("GET $boost/node/project/{id}", {
  summary: "One project that runs, or has run.",
  can: "anyone",
  reply: project,
});
export const projectPoints = defineCall("GET $boost/node/project/points", {
  summary: "What the node has had of projects.",
  can: "node",
  reply: z.object({ points, usd }),
});
export const claimProject = defineCall("POST $boost/node/project/points/claim", {
  summary: "Claims what a project gives to the node, once.",
  can: "node",
  log: false,
  body: z.object({ projectId: z.string(), type: z.enum(projectClaims) }),
  reply: z.object({ amount: z.string() }),
});
export const airdrop = defineCall("GET $boost/node/airdrop", {
  summary: "Whether there is an airdrop, when its snapshot is taken, and the node's share of it.",
  can: "node",
  reply: z.object({
    /** The airdrop that comes next, or else the last one; null when there is none. */
    name: z.nullable(z.string()),
    snapshotAt: z.nullable(seconds),
    total: z.nullable(z.string()),
    /** Null until the snapshot was taken. */
    share: z.nullable(z.string()),
    /** The node's points: now, or as they were at the snapshot. */
    points,
  }),
});

export const projectCalls = [projects, projectInfo, projectPoints, claimProject, airdrop];
