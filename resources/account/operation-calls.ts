/** Calls of the operation log beside its list. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { operationFilters } from "./operation-log.ts";

export const operationPeople = defineCall("GET $auth/user/activity/action/people", {
  summary: "Who has an entry in the team's operation log, also those who have left.",
  can: ["list", "operation-log"],
  reply: z.object({ items: z.array(z.object({ userId: z.string(), userName: z.string(), address: z.string() })) }),
});

export const exportOperations = defineCall("GET $auth/user/activity/action/logs/export", {
  summary: "The entries that the filters leave as a CSV file, newest first, 50,000 at most.",
  can: ["list", "operation-log"],
  query: z.object({ ...operationFilters, keyword: z.optional(z.string()) }),
  file: { type: "text/csv; charset=utf-8", name: "operation-log.csv" },
  reply: z.string(),
});

export const operationCalls = [operationPeople, exportOperations];
