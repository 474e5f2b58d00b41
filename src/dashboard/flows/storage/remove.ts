/** Deleting files and folders, a thousand keys at once. Done again after a break, it goes on with what is left. */
import { countedObjectsMax } from "../../../../resources/bucket/storage-limits.ts";
import { deleteKeysMax } from "../../../../resources/bucket/limits.ts";
import type { RefusedKey } from "../../api/s3/objects.ts";
import type { MoveEffects, WorkOptions } from "./move.ts";

type RemoveEffects = Pick<MoveEffects, "list" | "remove">;

/** Deletes files by their keys and folders by their prefixes. Gives what was refused. */
export const removeAll = async (
  effects: RemoveEffects,
  keys: readonly string[],
  { signal, onDone }: WorkOptions,
): Promise<readonly RefusedKey[]> => {
  const refused: RefusedKey[] = [];
  const remove = async (some: readonly string[]): Promise<void> => {
    signal.throwIfAborted();
    if (some.length === 0) return;
    const failed = await effects.remove(some);
    refused.push(...failed);
    onDone(some.length - failed.length);
  };
  const files = keys.filter((key) => !key.endsWith("/"));
  for (let at = 0; at < files.length; at += deleteKeysMax) await remove(files.slice(at, at + deleteKeysMax));
  for (const prefix of keys.filter((key) => key.endsWith("/"))) {
    let next: string | undefined;
    do {
      const page = await effects.list(prefix, next);
      await remove(page.files.map(({ key }) => key));
      next = page.next;
    } while (next !== undefined);
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
