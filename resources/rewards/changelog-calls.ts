/** What is new in the cloud. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const headerConfig = defineCall("GET $resource/static/header/config", {
  summary: "What the dashboard's head shows: how many entries the changelog has. Who has read fewer has unread ones.",
  can: "anyone",
  reply: z.object({ changeLogNum: z.int() }),
});

export const changelog = defineCall("GET $resource/static/changelog", {
  summary: "The changelog in Markdown, the newest first.",
  can: "anyone",
  reply: z.object({ text: z.string(), changeLogNum: z.int() }),
});

export const changelogCalls = [headerConfig, changelog];
