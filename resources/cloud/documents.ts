/** The pages of docs/, shown at /docs/<name> and found in the command palette. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const documents = defineCall("GET $resource/docs", {
  summary: "The documentation's pages. Each one's Markdown is at /docs-source/<folder><name>.md.",
  can: "anyone",
  reply: z.object({
    items: z.array(
      z.object({
        name: z.string(),
        /** Empty for a guide, "decisions/" for a decision. */
        folder: z.string(),
        title: z.string(),
        /** The page's first sentence. */
        summary: z.string(),
      }),
    ),
  }),
});

export const documentCalls = [documents];
