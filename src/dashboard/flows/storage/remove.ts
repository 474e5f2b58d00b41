/** Deleting files, a thousand keys at once, and counting what is to be deleted. Done again after a break, it goes on with what is left. */
import { countedObjectsMax } from "../../../../resources/bucket/storage-limits.ts";
import { deleteKeysMax } from "../../../../resources/bucket/limits.ts";
import type { RefusedKey } from "../../api/s3/objects.ts";
import type { MoveEffects, WorkOptions } from "./move.ts";

/** Deletes files by their keys. Gives what was refused. */
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

/** How many files the keys and prefixes stand for; of very many only that they are. */
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
