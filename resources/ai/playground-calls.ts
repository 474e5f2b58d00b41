/** Playground: requests to models from the dashboard, in the signed-in user's session. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import {
  aiAnswerTokensMax,
  aiModelIdMax,
  aiRequestsPerSecond,
  playgroundBytesMax,
  playgroundMessagesMax,
  playgroundTextMax,
} from "./limits.ts";

const message = z.object({
  role: z.enum(["system", "user", "assistant"]),
  content: z
    .string()
    .check(z.maxLength(playgroundTextMax, `A message can have up to ${playgroundTextMax} characters.`)),
});
export type PlaygroundMessage = z.output<typeof message>;

const event = z.union([
  z.object({ kind: z.literal("text"), text: z.string() }),
  /** The model's reasoning before its answer. */
  z.object({ kind: z.literal("thought"), text: z.string() }),
  z.object({
    kind: z.literal("done"),
    /** The model that answered. */
    model: z.string(),
    /** Finish reason from the model's server, such as "stop" or "length"; "" if unknown. */
    reason: z.string(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    /** LAND×1e18. */
    cost: z.string(),
    firstTokenMs: z.nullable(z.int()),
    /** Tokens per second. */
    speed: z.nullable(z.number()),
  }),
  /** A refusal as in /api/v1: 402 and 429 name the reached limit. Nothing is charged. */
  z.object({
    kind: z.literal("problem"),
    status: z.int(),
    code: z.string(),
    limit: z.nullable(z.string()),
    message: z.string(),
  }),
]);
export type PlaygroundEvent = z.output<typeof event>;

export const askAiModel = defineCall("POST $rpc/rpc/ai/manager/playground", {
  summary:
    "Sends a conversation to a model for the team or one of its keys, and streams the answer. It is charged like any request.",
  can: ["create", "ai-keys"],
  log: false,
  events: true,
  bodyBytesMax: playgroundBytesMax,
  perMinute: aiRequestsPerSecond * 60,
  body: z.object({
    /** The key whose limits apply and whose activity lists the request. Default: the team's playground. */
    keyId: z.optional(z.uuid()),
    model: z.string().check(z.minLength(1), z.maxLength(aiModelIdMax)),
    messages: z
      .array(message)
      .check(z.minLength(1), z.maxLength(playgroundMessagesMax, `Messages: ${playgroundMessagesMax} maximum.`)),
    temperature: z.optional(z.number().check(z.gte(0), z.lte(2))),
    topP: z.optional(z.number().check(z.gte(0), z.lte(1))),
    maxTokens: z.optional(z.int().check(z.gte(1), z.lte(aiAnswerTokensMax))),
  }),
  reply: event,
});

export const playgroundCalls = [askAiModel];
