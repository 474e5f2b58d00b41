/** Exploring other nodes and taking some of what they have not collected. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { points, seconds } from "./shapes.ts";

/** A puzzle: find `counter` so that SHA-256(`salt` + counter) begins with `bits` zero bits. */
export const captcha = defineCall("GET $boost/captcha", {
  summary: "A proof-of-work captcha; its solution goes into the header `captcha-response` as `id:counter`, once.",
  can: "node",
  perMinute: 30,
  reply: z.object({ id: z.string(), salt: z.string(), bits: z.int(), expiredAt: seconds }),
});

export const explorationToday = defineCall("GET $boost/node/exploration/today", {
  summary: "How many explorations the node has left today (UTC), bought ones included.",
  can: "node",
  reply: z.object({ remain: z.int(), today: z.int(), bought: z.int() }),
});

const exploration = z.object({
  explorationId: z.string(),
  nodeId: z.string(),
  address: z.string(),
  /** What can be taken. */
  points,
  isProtected: z.boolean(),
  createdAt: seconds,
  expiredAt: seconds,
  collectedAt: z.nullable(seconds),
});

export const explore = defineCall("POST $boost/node/exploration", {
  summary: "Explores a node, or one by chance; needs a solved captcha in the header `captcha-response`.",
  can: "node",
  log: false,
  body: z.object({ nodeId: z.optional(z.string()) }),
  reply: exploration,
});

export const explorationInfo = defineCall("GET $boost/node/exploration/info/{id}", {
  summary: "What an exploration found.",
  can: "node",
  reply: exploration,
});

export const collectExploration = defineCall("POST $boost/node/exploration/collect", {
  summary: "Takes what an exploration found, or what is left of it: half of what the other node has at most, once.",
  can: "node",
  log: false,
  body: z.object({ explorationId: z.string() }),
  reply: z.object({ collected: points, totalPoint: points }),
});

export const exploreCalls = [captcha, explorationToday, explore, explorationInfo, collectExploration];
