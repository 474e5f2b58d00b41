/** A file that differs between two trees, such as two deployments or two snapshots. */
import * as z from "zod/mini";

export const fileChange = z.object({
  /** Relative to the root. */
  path: z.string(),
  change: z.enum(["added", "changed", "removed"]),
  /** CIDs; absent if the file doesn't exist on that side. */
  before: z.optional(z.string()),
  after: z.optional(z.string()),
  /** Size in bytes of `after`, if it exists, otherwise of `before`. */
  sizeBytes: z.int(),
});
export type FileChange = z.output<typeof fileChange>;

/** Changed files by path, at most `diffFilesMax`; the counts include all. */
export const fileChanges = {
  files: z.array(fileChange),
  counts: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
  /** Whether there are more changed files than listed. */
  more: z.boolean(),
};
