/** Models asked from the dashboard, in the signed-in user's session. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
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
  /** What a model says to itself before it answers. */
  z.object({ kind: z.literal("thought"), text: z.string() }),
  z.object({
    kind: z.literal("done"),
    /** Which model answered. */
    model: z.string(),
    /** Why it ended, as its server says: "stop", "length"; "" where it says nothing. */
    reason: z.string(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    /** LAND×1e18. */
    cost: z.string(),
    firstTokenMs: z.nullable(z.int()),
    /** Tokens a second. */
    speed: z.nullable(z.number()),
  }),
  /** As /api/v1 refuses: 402 and 429 name the limit that was met. Nothing is charged. */
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
    /** Whose limits hold and in whose activity it stands; the team's playground unless said. */
    keyId: z.optional(z.uuid()),
    model: z.string().check(z.minLength(1), z.maxLength(aiModelIdMax)),
    messages: z
      .array(message)
      .check(z.minLength(1), z.maxLength(playgroundMessagesMax, `Messages: ${playgroundMessagesMax} at most.`)),
    temperature: z.optional(z.number().check(z.gte(0), z.lte(2))),
    topP: z.optional(z.number().check(z.gte(0), z.lte(1))),
    maxTokens: z.optional(z.int().check(z.gte(1), z.lte(aiAnswerTokensMax))),
  }),
  reply: event,
});

export const playgroundCalls = [askAiModel];
