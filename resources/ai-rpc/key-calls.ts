/** Calls about AI keys, loaded only by their pages. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { aiKeys } from "./keys.ts";
import { aiKeyModelsMax, aiModelIdMax } from "./limits.ts";
import { aiModelCalls } from "./model-calls.ts";
import { playgroundCalls } from "./playground-calls.ts";

const { name, isActive } = aiKeys.fields;
/** LAND×1e18. */
const land = z.string().check(z.regex(/^\d{1,60}$/, "Enter an amount of LAND."));
const limit = z.nullable(land);
const models = z
  .array(z.string().check(z.minLength(1), z.maxLength(aiModelIdMax)))
  .check(z.maxLength(aiKeyModelsMax, `Models: ${aiKeyModelsMax} maximum.`));

const key = z.object({
  id: z.string(),
  name: name.schema,
  isActive: isActive.schema,
  /** LAND ×1e18 per calendar month, week from Monday, and day (UTC); null without a limit. */
  limit,
  weeklyLimit: limit,
  dailyLimit: limit,
  /** LAND ×1e18 used this month, week and day. */
  used: land,
  usedThisWeek: land,
  usedToday: land,
  /** The smallest remainder of the limits; null without limits. */
  remaining: limit,
  /** The limit that is reached: the key answers 402 until that period ends. */
  reached: z.nullable(z.enum(["daily", "weekly", "monthly"])),
  /** Allowed models; empty allows all. */
  models,
});
export type AiKey = z.output<typeof key>;

/** Limits omitted from a change are removed. */
const input = {
  name: name.schema,
  limit: z.optional(limit),
  weeklyLimit: z.optional(limit),
  dailyLimit: z.optional(limit),
  models: z.optional(models),
};

export const listAiKeys = defineCall("GET $rpc/rpc/ai/manager/keys", {
  summary: "Lists the team's AI keys, oldest first, with the usage of each limit.",
  can: ["list", "ai-keys"],
  reply: z.array(key),
});

export const createAiKey = defineCall("POST $rpc/rpc/ai/manager/keys", {
  summary: "Creates a key. The secret is returned only in this reply.",
  can: ["create", "ai-keys"],
  log: "AI_CREATE_KEY",
  body: z.object(input),
  reply: z.object({ id: z.string(), key: z.string() }),
});

export const showAiKey = defineCall("GET $rpc/rpc/ai/manager/keys/{id}", {
  summary: "Returns a key with its prefix and total usage.",
  can: ["show", "ai-keys"],
  reply: z.extend(key, { key: z.string(), createdAt: z.int(), totalUsed: land }),
});

export const editAiKey = defineCall("PUT $rpc/rpc/ai/manager/keys/{id}", {
  summary: "Updates a key's name, limits, models or status.",
  can: ["edit", "ai-keys"],
  log: "AI_EDIT_KEY",
  body: z.object({ ...input, isActive: isActive.schema }),
  reply: key,
});

export const resetAiKey = defineCall("POST $rpc/rpc/ai/manager/keys/{id}/reset", {
  summary: "Replaces a key's secret. The previous secret stops working immediately.",
  can: ["edit", "ai-keys"],
  log: "AI_RESET_KEY",
  reply: z.object({ key: z.string() }),
});

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
  cost: land,
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

export const aiKeyCalls = [
  listAiKeys,
  createAiKey,
  showAiKey,
  editAiKey,
  resetAiKey,
  aiActivity,
  aiTeamActivity,
  ...aiModelCalls,
  ...playgroundCalls,
];
