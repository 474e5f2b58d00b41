/** Joining from the messaging app. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { code, joined } from "./shapes.ts";

export const startTgNode = defineCall("POST $boost/node/tg/start", {
  summary:
    "Made first by who comes with the advertising partner's start parameter (t-peaai, with its campaigns): their number in the messaging app, which must be the signed one.",
  can: "person",
  log: false,
  perMinute: 30,
  body: z.object({ userId: z.int(), startParam: z.string().check(z.maxLength(512)) }),
  reply: z.null(),
});

export const createTgNode = defineCall("POST $boost/node/tg/create", {
  summary:
    "The same for who has signed in by the messaging app: their node begins with 10 points/h and room for 100. The code may be a start parameter.",
  can: "person",
  log: false,
  perMinute: 30,
  body: z.object({ code }),
  reply: joined,
});

export const miniAppCalls = [startTgNode, createTgNode];
