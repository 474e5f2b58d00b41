/** Operation log calls other than its list. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { operationFilters } from "./operation-log.ts";

export const operationUsers = defineCall("GET $auth/user/activity/action/people", {
  summary: "Lists the accounts with an entry in the team's operation log, including former members.",
  can: ["list", "operation-log"],
  reply: z.object({ items: z.array(z.object({ userId: z.string(), userName: z.string(), address: z.string() })) }),
});

export const exportOperations = defineCall("GET $auth/user/activity/action/logs/export", {
  summary: "Exports the filtered entries as a CSV file, newest first, at most 50,000.",
  can: ["list", "operation-log"],
  query: z.object({ ...operationFilters, keyword: z.optional(z.string()) }),
  file: { type: "text/csv; charset=utf-8", name: "operation-log.csv" },
  reply: z.string(),
});

export const operationCalls = [operationUsers, exportOperations];
