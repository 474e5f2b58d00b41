import { CID } from "multiformats/cid";
import type { FileChange } from "../../../resources/storage/file-change.ts";
import { diffFilesMax } from "../../../resources/limits.ts";
import type { Blocks, DirectoryEntry } from "../engines/blocks/blocks.ts";

export interface TreeDiff {
  /** By path, at most `diffFilesMax`. */
  readonly files: FileChange[];
  /** Counts of all changed files. */
  readonly counts: Record<FileChange["change"], number>;
  readonly more: boolean;
}

/** Returns the changed files between two trees, with counts; undefined if a tree is unknown. */
export const diffOf = async (
  blocks: Pick<Blocks, "list">,
  before: string | undefined,
  after: string | undefined,
): Promise<TreeDiff> => {
  const files = before && after ? await diffTrees(blocks, before, after) : [];
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const { change } of files) counts[change] += 1;
  return { files: files.slice(0, diffFilesMax), counts, more: files.length > diffFilesMax };
};

export const changeOf = (wasThere: boolean, isThere: boolean): FileChange["change"] => {
  if (!wasThere) return "added";
  return isThere ? "changed" : "removed";
};

/** Folders read concurrently. */
const readsAtOnce = 16;

/** A folder by its path ("" or ending with "/") and its CID in each tree; absent if a tree lacks it. */
interface Pair {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Returns the files that differ between two trees of directories, by path. Skips equal CIDs, so the time depends on the
 * changes, not on the number of files.
 */
const diffTrees = async (blocks: Pick<Blocks, "list">, before: string, after: string): Promise<FileChange[]> => {
  const changes: FileChange[] = [];
  let level: readonly Pair[] = before === after ? [] : [{ path: "", before, after }];
  while (level.length > 0) {
    const next: Pair[] = [];
    for (let start = 0; start < level.length; start += readsAtOnce) {
      const diffs = await Promise.all(level.slice(start, start + readsAtOnce).map((pair) => diffFolder(blocks, pair)));
      for (const { files, folders } of diffs) {
        changes.push(...files);
        next.push(...folders);
      }
    }
    level = next;
  }
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
};

const diffFolder = async (
  blocks: Pick<Blocks, "list">,
  pair: Pair,
): Promise<{ readonly files: FileChange[]; readonly folders: Pair[] }> => {
  const [old, now] = await Promise.all([entriesOf(blocks, pair.before), entriesOf(blocks, pair.after)]);
  const files: FileChange[] = [];
  const folders: Pair[] = [];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [byType(old.get(name)), byType(now.get(name))];
    const path = pair.path + name;
    if (was.file?.cid !== is.file?.cid) files.push(changeOfFile(path, was.file, is.file));
    if (was.directory?.cid !== is.directory?.cid)
      folders.push({ path: `${path}/`, before: was.directory?.cid, after: is.directory?.cid });
  }
  return { files, folders };
};

const changeOfFile = (path: string, was: DirectoryEntry | undefined, is: DirectoryEntry | undefined): FileChange => ({
  path,
  change: changeOf(was !== undefined, is !== undefined),
  ...(was && { before: was.cid }),
  ...(is && { after: is.cid }),
  sizeBytes: (is ?? was)!.sizeBytes,
});

/** A name can be a file in one tree and a folder in the other: these are compared separately. */
const byType = (entry: DirectoryEntry | undefined): Partial<Record<DirectoryEntry["type"], DirectoryEntry>> =>
  entry ? { [entry.type]: entry } : {};

const entriesOf = async (
  blocks: Pick<Blocks, "list">,
  cid: string | undefined,
): Promise<ReadonlyMap<string, DirectoryEntry>> => {
  const entries = cid === undefined ? [] : await blocks.list(CID.parse(cid));
  return new Map(entries.map((entry) => [entry.name, entry]));
};
