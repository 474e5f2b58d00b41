/** A file that differs between two trees, such as two deployments or two snapshots. */
import * as z from "zod/mini";

export const fileChange = z.object({
  /** Relative to the root. */
  path: z.string(),
  change: z.enum(["added", "changed", "removed"]),
  /** CIDs; absent where there was, or is, no such file. */
  before: z.optional(z.string()),
  after: z.optional(z.string()),
  /** Bytes, of `after` where there is one. */
  sizeBytes: z.int(),
});
export type FileChange = z.output<typeof fileChange>;

/** Files that differ: by path, at most `diffFilesMax`; all are counted. */
export const fileChanges = {
  files: z.array(fileChange),
  counts: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
  /** More files differ than are listed. */
  more: z.boolean(),
};
