/** Calls about requests with AI keys, loaded only by their pages. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { land } from "../fields.ts";
import { aiModelIdMax } from "./limits.ts";
import { aiModelCalls } from "./model-calls.ts";
import { playgroundCalls } from "./playground-calls.ts";

const page = {
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
  size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  model: z.optional(z.string().check(z.maxLength(aiModelIdMax))),
};

const request = {
  id: z.string(),
  createdAt: z.int(),
  model: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** LAND×1e18. */
  cost: land("Cost").schema,
  /** Time to the first token; null if there was none. */
  firstTokenMs: z.nullable(z.int()),
  /** Tokens per second after the first token; null if it can't be measured. */
  speed: z.nullable(z.number()),
  outcome: z.enum(["done", "broken", "failed"]),
};

export const aiActivity = defineCall("GET $rpc/rpc/ai/manager/activities/{id}", {
  summary: "Lists a key's requests, newest first. The id `playground` lists requests from the dashboard.",
  can: ["show", "ai-keys"],
  query: z.object(page),
  reply: z.object({ total: z.int(), items: z.array(z.object(request)) }),
});

export const aiTeamActivity = defineCall("GET $rpc/rpc/ai/manager/activities", {
  summary: "Lists requests of all keys and the playground, newest first.",
  can: ["list", "ai-keys"],
  query: z.object(page),
  reply: z.object({
    total: z.int(),
    items: z.array(
      z.object({
        ...request,
        /** "playground" for requests from the dashboard. */
        keyId: z.string(),
        keyName: z.string(),
      }),
    ),
  }),
});

export const aiKeyCalls = [aiActivity, aiTeamActivity, ...aiModelCalls, ...playgroundCalls];
