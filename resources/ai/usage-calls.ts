/** Requests, tokens and cost over time, loaded only by their charts. */
import * as z from "zod/mini";
import { periodParams } from "../billing/moments.ts";
import { defineCall } from "../declare/define.ts";
import { aiActivityDays } from "./limits.ts";

const can = ["list", "ai-keys"] as const;
const query = z.object({
  ...periodParams(aiActivityDays),
  /** Default: all keys of the team, and its playground. */
  keyId: z.optional(z.string().check(z.maxLength(60))),
});

const part = z.object({
  /** Start of the hour or day. */
  at: z.int(),
  /** "playground" for requests from the dashboard. */
  keyId: z.string(),
  keyName: z.string(),
  model: z.string(),
  requests: z.int(),
  failed: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** LAND×1e18. */
  cost: z.string(),
});
export type AiUsagePart = z.output<typeof part>;

export const aiUsage = defineCall("GET $rpc/rpc/ai/manager/usage", {
  summary: `Returns requests, tokens and cost by key and model: hourly for up to three days, daily (UTC) beyond. Kept for ${aiActivityDays} days.`,
  can,
  query,
  reply: z.object({
    /** Start of each hour or day, without gaps. */
    x: z.array(z.int()),
    /** Without those that have no requests. */
    parts: z.array(part),
  }),
});

export const exportAiUsage = defineCall("GET $rpc/rpc/ai/manager/usage/export", {
  summary: "Exports the same figures as a CSV file, oldest first.",
  can,
  query,
  file: { type: "text/csv; charset=utf-8", name: "ai-usage.csv" },
  reply: z.string(),
});

export const aiUsageCalls = [aiUsage, exportAiUsage];
