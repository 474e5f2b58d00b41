/**
 * Renames and moves: each file is copied, and only copied files are deleted. After an interruption every file is at its
 * old key, its new one, or both; a repeat continues with the rest.
 */
import type { ObjectHead, RefusedKey } from "../../../api/s3/objects.ts";
import type { ListedPage } from "../../../api/s3/parse-listing.ts";
import { inParallel } from "./in-parallel.ts";

export interface MoveEffects {
  /** Lists everything below a prefix. */
  readonly list: (prefix: string, next: string | undefined) => Promise<Pick<ListedPage, "files" | "next">>;
  /** Throws an error with `code` PreconditionFailed if the target exists. */
  readonly copy: (from: string, to: string) => Promise<void>;
  readonly head: (key: string) => Promise<Pick<ObjectHead, "etag" | "sizeBytes">>;
  readonly remove: (keys: readonly string[]) => Promise<readonly RefusedKey[]>;
}

/** A file (key → key) or a folder (prefix → prefix, both with a trailing slash). */
export interface Move {
  readonly from: string;
  readonly to: string;
}

export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onDone: (files: number) => void;
}

/** Number of files copied before their originals are deleted. */
const batch = 100;

/** Moves everything. Returns the files that were not moved, with the reason. */
export const moveAll = async (
  effects: MoveEffects,
  moves: readonly Move[],
  options: WorkOptions,
): Promise<readonly RefusedKey[]> => {
  const stayed: RefusedKey[] = [];
  for (const move of moves) {
    if (!move.from.endsWith("/")) {
      stayed.push(...(await moveFiles(effects, [move], options)));
      continue;
    }
    let next: string | undefined;
    do {
      const page = await effects.list(move.from, next);
      const files = page.files.map(({ key }) => ({ from: key, to: move.to + key.slice(move.from.length) }));
      for (let at = 0; at < files.length; at += batch)
        stayed.push(...(await moveFiles(effects, files.slice(at, at + batch), options)));
      next = page.next;
    } while (next !== undefined);
  }
  return stayed;
};

const moveFiles = async (
  effects: MoveEffects,
  files: readonly Move[],
  { signal, onDone }: WorkOptions,
): Promise<RefusedKey[]> => {
  const stayed: RefusedKey[] = [];
  const copied: string[] = [];
  try {
    await inParallel(files, async ({ from, to }) => {
      signal.throwIfAborted();
      const problem = await copyOnce(effects, from, to);
      if (problem === undefined) copied.push(from);
      else stayed.push({ key: from, message: problem });
    });
  } finally {
    // Files copied before an interruption are finished too, so that none stays duplicated.
    if (copied.length > 0) stayed.push(...(await effects.remove(copied)));
    onDone(copied.length);
  }
  return stayed;
};

/** Returns undefined if the target now contains the file; otherwise the error. */
const copyOnce = async ({ copy, head }: MoveEffects, from: string, to: string): Promise<string | undefined> => {
  try {
    await copy(from, to);
    return undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "PreconditionFailed") throw error;
  }
  const [source, target] = await Promise.all([head(from), head(to)]);
  const isSame = source.etag === target.etag && source.sizeBytes === target.sizeBytes;
  return isSame ? undefined : "A file with this name already exists.";
};
