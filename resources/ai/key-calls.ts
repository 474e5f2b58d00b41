/** Requests with AI keys, loaded only by their pages. */
import * as z from "zod/mini";
import { defineResource, type Row } from "../declare/define.ts";
import { count, data, date, id, land, status, text } from "../declare/fields.ts";
import { aiModelIdMax } from "./limits.ts";
import { aiModelCalls } from "./model-calls.ts";
import { playgroundCalls } from "./playground-calls.ts";
import { aiUsageCalls } from "./usage-calls.ts";

const fields = {
  id: id(),
  createdAt: date("Time"),
  model: text("Model", { max: aiModelIdMax }),
  inputTokens: count("Input tokens"),
  outputTokens: count("Output tokens"),
  cost: { ...land("Cost"), none: "Free" },
  /** Milliseconds to the first token; null if there was none. */
  firstTokenMs: data("First token", z.nullable(z.int())),
  /** Tokens per second after the first token; null if it can't be measured. */
  speed: data("Speed", z.nullable(z.number())),
  outcome: status(
    "Outcome",
    ["done", "broken", "failed"],
    { done: "Done", broken: "Stopped", failed: "Failed" },
    { done: "success", broken: "neutral" },
  ),
};

const columns = {
  outcome: { width: "110px" },
  inputTokens: { title: "Tokens in / out", width: "136px" },
  cost: { width: "118px", align: "end" },
  firstTokenMs: { width: "108px", align: "end" },
  speed: { width: "124px", align: "end", wideOnly: true },
  createdAt: { width: "172px" },
} as const;

/** Requests with one key. */
export const aiRequests = defineResource({
  name: "ai-requests",
  title: "Activity",
  noun: "request",
  permission: "ai-keys",
  routes: {},
  calls: { list: "GET $rpc/rpc/ai/manager/activities/{id}" },
  options: {
    list: {
      can: "show",
      summary: "Lists a key's requests, newest first. The id `playground` lists requests from the dashboard.",
    },
  },
  fields,
  list: {
    columns: { model: {}, ...columns },
    filters: ["model"],
    opens: "dialog",
    size: 20,
    empty: { title: "No requests yet", text: "", icon: "history" },
  },
});
export type AiRequest = Row<typeof aiRequests>;

/** Requests with all keys of a team and in its playground. */
export const aiTeamRequests = defineResource({
  name: "ai-team-requests",
  title: "Requests",
  permission: "ai-keys",
  routes: {},
  calls: { list: "GET $rpc/rpc/ai/manager/activities" },
  options: { list: { summary: "Lists requests of all keys and the playground, newest first." } },
  fields: {
    ...fields,
    /** "playground" for requests from the dashboard. */
    keyId: id("Key"),
    keyName: text("Key"),
  },
  list: {
    columns: { model: {}, keyName: { width: "150px" }, ...columns },
    filters: ["model"],
    opens: "dialog",
    size: 20,
    empty: {
      title: "No requests yet",
      text: "Requests from your keys and the playground appear here with tokens, cost and speed.",
      icon: "history",
    },
  },
});

export const aiKeyCalls = [...aiModelCalls, ...aiUsageCalls, ...playgroundCalls];
