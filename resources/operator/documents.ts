/** The pages of docs/, shown at /docs/<name> and found in the command palette. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

/** Folders of docs/ in reading order, with the names of their groups. A group includes the folders below its own. */
export const documentGroups = [
  { folder: "", label: "Quickstart" },
  { folder: "guides/", label: "Guides" },
  { folder: "reference/", label: "Reference" },
  { folder: "operate/", label: "Operate" },
  { folder: "contribute/", label: "Contribute" },
  { folder: "decisions/", label: "Decisions" },
] as const;

/** Returns whether a page in `folder` belongs to the group. */
export const isInGroup = (group: string, folder: string): boolean =>
  group === "" ? folder === "" : folder.startsWith(group);

export const documents = defineCall("GET $resource/docs", {
  summary: "Lists the documentation pages in reading order. Each page's Markdown is at /docs-source/<folder><name>.md.",
  can: "anyone",
  reply: z.object({
    items: z.array(
      z.object({
        name: z.string(),
        /** Empty for a page of docs/ itself, else such as "guides/". */
        folder: z.string(),
        title: z.string(),
        /** The page's first sentence. */
        summary: z.string(),
      }),
    ),
  }),
});

export const searchTermMax = 100;
export const searchesPerMinute = 120;

export const searchDocuments = defineCall("GET $resource/docs/search", {
  summary: "Searches the documentation's text. Returns the best sections first, each with a passage.",
  can: "anyone",
  perMinute: searchesPerMinute,
  query: z.object({ query: z.string().check(z.trim(), z.minLength(1), z.maxLength(searchTermMax)) }),
  reply: z.object({
    items: z.array(
      z.object({
        /** The page's name: its URL is /docs/<document>#<anchor>. */
        document: z.string(),
        title: z.string(),
        /** Both empty for the text above a page's first heading. */
        anchor: z.string(),
        heading: z.string(),
        /** A passage of the section without marks, in parts: those with a word of the query, and those between. */
        snippet: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
      }),
    ),
  }),
});

export const documentCalls = [documents, searchDocuments];
