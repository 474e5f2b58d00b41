/**
 * Deletes files, a thousand keys at once, and counts them first. A repeat after an interruption continues with the
 * rest.
 */
import { countedObjectsMax } from "../../../../../resources/storage/storage-limits.ts";
import { deleteKeysMax } from "../../../../../resources/storage/limits.ts";
import type { RefusedKey } from "../../../api/s3/objects.ts";
import type { MoveEffects, WorkOptions } from "./move.ts";

/** Deletes files by their keys. Returns the refused ones. */
export const removeFiles = async (
  { remove }: Pick<MoveEffects, "remove">,
  keys: readonly string[],
  { signal, onDone }: WorkOptions,
): Promise<readonly RefusedKey[]> => {
  const refused: RefusedKey[] = [];
  for (let at = 0; at < keys.length; at += deleteKeysMax) {
    signal.throwIfAborted();
    const some = keys.slice(at, at + deleteKeysMax);
    const failed = await remove(some);
    refused.push(...failed);
    onDone(some.length - failed.length);
  }
  return refused;
};

export interface Counted {
  readonly files: number;
  readonly bytes: number;
  /** There are more than were counted. */
  readonly more: boolean;
}

/** Counts the files of keys and prefixes, up to a maximum. */
export const countAll = async ({ list }: Pick<MoveEffects, "list">, keys: readonly string[]): Promise<Counted> => {
  let files = keys.filter((key) => !key.endsWith("/")).length;
  let bytes = 0;
  for (const prefix of keys.filter((key) => key.endsWith("/"))) {
    let next: string | undefined;
    do {
      const page = await list(prefix, next);
      const inside = page.files.filter(({ key }) => !key.endsWith("/"));
      files += inside.length;
      bytes += inside.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      next = page.next;
      if (next !== undefined && files >= countedObjectsMax) return { files, bytes, more: true };
    } while (next !== undefined);
  }
  return { files, bytes, more: false };
};
