/** Files of all buckets by name, for the command palette. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

/** Minimum length of a search, and the maximum number of its results. */
export const findFilesMin = 2;
export const findFilesMax = 8;

export const findFiles = defineCall("GET $bucket/objects/find", {
  summary:
    "Finds files of all buckets by a part of their name, for the command palette. Returns the shortest paths first.",
  can: ["list", "buckets"],
  query: z.object({ keyword: z.string().check(z.trim(), z.minLength(findFilesMin), z.maxLength(255)) }),
  reply: z.object({ list: z.array(z.object({ bucket: z.string(), key: z.string() })) }),
});
