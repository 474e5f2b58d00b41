/** Joins Boost from the messaging app. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { code, joined } from "./shapes.ts";

export const startTgNode = defineCall("POST $boost/node/tg/start", {
  summary:
    "Reports a user who arrives with the advertising partner's start parameter (t-peaai). The messaging user ID must match the signed one.",
  can: "person",
  log: false,
  perMinute: 30,
  body: z.object({ userId: z.int(), startParam: z.string().check(z.maxLength(512)) }),
  reply: z.null(),
});

export const createTgNode = defineCall("POST $boost/node/tg/create", {
  summary:
    "Creates or returns the node of a messaging-app user: 10 points/h and a capacity of 100. The code may be a start parameter.",
  can: "person",
  log: false,
  perMinute: 30,
  body: z.object({ code }),
  reply: joined,
});

export const miniAppCalls = [startTgNode, createTgNode];
