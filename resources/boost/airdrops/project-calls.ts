/** Projects that reward nodes with points or USDT, and the airdrop. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { points, seconds, usd } from "../shapes.ts";

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
  /** Points a node must have. */
  leastPoints: points,
  /** The node's possible claims: points, US dollars. UNDO: not available, with the reason; without a reason there is no caller. */
  claims: z.array(
    z.object({
      type: z.enum(projectClaims),
      amount: z.string(),
      status: z.enum(["UNDO", "CLAIM", "DONE"]),
      reason: z.nullable(z.enum(["ENDED", "EMPTY", "NEEDS_POINTS"])),
    }),
  ),
});
export type BoostProject = z.output<typeof project>;

export const projects = defineCall("GET $boost/node/project/list", {
  summary: "Lists running projects, newest first.",
  can: "anyone",
  reply: z.array(project),
});
export const projectInfo = defineCall("GET $boost/node/project/{id}", {
  summary: "Returns a running or ended project.",
  can: "anyone",
  reply: project,
});
export const projectPoints = defineCall("GET $boost/node/project/points", {
  summary: "Lists what the node has claimed from projects.",
  can: "node",
  reply: z.object({ points, usd }),
});
export const claimProject = defineCall("POST $boost/node/project/points/claim", {
  summary: "Claims a project's reward for the node, once.",
  can: "node",
  log: false,
  body: z.object({ projectId: z.string(), type: z.enum(projectClaims) }),
  reply: z.object({ amount: z.string() }),
});
export const airdrop = defineCall("GET $boost/node/airdrop", {
  summary: "Returns the current airdrop, its snapshot time and the node's share.",
  can: "node",
  reply: z.object({
    /** The next airdrop, or else the last one; null when there is none. */
    name: z.nullable(z.string()),
    snapshotAt: z.nullable(seconds),
    total: z.nullable(z.string()),
    /** Null until the snapshot is taken. */
    share: z.nullable(z.string()),
    /** The node's points: now, or at the snapshot. */
    points,
  }),
});

export const projectCalls = [projects, projectInfo, projectPoints, claimProject, airdrop];
