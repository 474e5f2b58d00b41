/** The changelog. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

export const headerConfig = defineCall("GET $resource/static/header/config", {
  summary: "Returns the header configuration: the number of changelog entries, to count unread ones.",
  can: "anyone",
  reply: z.object({ changeLogNum: z.int() }),
});

export const changelog = defineCall("GET $resource/static/changelog", {
  summary: "Returns the changelog in Markdown, newest version first.",
  can: "anyone",
  reply: z.object({ text: z.string(), changeLogNum: z.int() }),
});

export const changelogCalls = [headerConfig, changelog];
