/** Calls to explore other nodes and collect some of their uncollected points. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { points, seconds } from "../shapes.ts";

/** A puzzle: find `counter` so that SHA-256(`salt` + counter) starts with `bits` zero bits. */
export const captcha = defineCall("GET $boost/captcha", {
  summary: "Returns a proof-of-work captcha. Send its solution once as `id:counter` in the `captcha-response` header.",
  can: "node",
  perMinute: 30,
  reply: z.object({ id: z.string(), salt: z.string(), bits: z.int(), expiredAt: seconds }),
});

export const explorationToday = defineCall("GET $boost/node/exploration/today", {
  summary: "Returns the explorations the node has left today (UTC), including purchased ones.",
  can: "node",
  reply: z.object({
    remain: z.int(),
    today: z.int(),
    bought: z.int(),
    /** Whether no other node has points to collect right now, so that a random exploration would find nothing. */
    isEmpty: z.boolean(),
  }),
});

const exploration = z.object({
  explorationId: z.string(),
  nodeId: z.string(),
  address: z.string(),
  /** Points available to collect. */
  points,
  isProtected: z.boolean(),
  createdAt: seconds,
  expiredAt: seconds,
  collectedAt: z.nullable(seconds),
});

export const explore = defineCall("POST $boost/node/exploration", {
  summary: "Explores the given node or a random one. Requires a solved captcha in the `captcha-response` header.",
  can: "node",
  log: false,
  body: z.object({ nodeId: z.optional(z.string()) }),
  reply: exploration,
});

export const explorationInfo = defineCall("GET $boost/node/exploration/info/{id}", {
  summary: "Returns an exploration.",
  can: "node",
  reply: exploration,
});

export const collectExploration = defineCall("POST $boost/node/exploration/collect", {
  summary: "Collects the points an exploration found, once: at most half of the other node's uncollected points.",
  can: "node",
  log: false,
  body: z.object({ explorationId: z.string() }),
  reply: z.object({ collected: points, totalPoint: points }),
});

export const exploreCalls = [captcha, explorationToday, explore, explorationInfo, collectExploration];
