/**
 * Renaming and moving: each file is copied, and only what was copied is deleted. Broken off at any point, every file is at its old
 * place, at its new one, or at both; done again, it goes on with what is left.
 */
import type { ObjectHead, RefusedKey } from "../../api/s3/objects.ts";
import type { ListedPage } from "../../api/s3/parse-listing.ts";
import { inParallel } from "./in-parallel.ts";

export interface MoveEffects {
  /** All below a prefix. */
  readonly list: (prefix: string, next: string | undefined) => Promise<Pick<ListedPage, "files" | "next">>;
  /** Throws an error whose `code` is PreconditionFailed where the target exists. */
  readonly copy: (from: string, to: string) => Promise<void>;
  readonly head: (key: string) => Promise<Pick<ObjectHead, "etag" | "sizeBytes">>;
  readonly remove: (keys: readonly string[]) => Promise<readonly RefusedKey[]>;
}

/** A file (key → key) or a folder (prefix → prefix, both with their slash). */
export interface Move {
  readonly from: string;
  readonly to: string;
}

export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onDone: (files: number) => void;
}

/** Files copied before their originals are deleted. */
const batch = 100;

/** Moves all of it. Gives the files that stayed where they were, and why. */
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
    // What was copied before a break is finished too: it must not be left double.
    if (copied.length > 0) stayed.push(...(await effects.remove(copied)));
    onDone(copied.length);
  }
  return stayed;
};

/** Undefined when the target now holds the file; else why it does not. */
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
