/** Joining from the messaging app. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { code, joined } from "./shapes.ts";

export const createTgNode = defineCall("POST $boost/node/tg/create", {
  summary: "The same for who has signed in by the messaging app: their node begins with 10 points/h and room for 100.",
  can: "person",
  log: false,
  perMinute: 30,
  body: z.object({ code }),
  reply: joined,
});

export const miniAppCalls = [createTgNode];
