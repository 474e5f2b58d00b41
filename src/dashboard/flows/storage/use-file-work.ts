import { useQueryClient } from "@tanstack/react-query";
import { createFolder } from "../../api/s3/objects.ts";
import { countOf } from "../../lib/format/count.ts";
import { toast } from "../../ui/toast.ts";
import { bucketEffects } from "./bucket-effects.ts";
import { moveAll, type Move } from "./move.ts";
import { countAll, removeAll, type Counted } from "./remove.ts";
import { storageKeys } from "./storage-keys.ts";
import { startWork } from "./works.ts";

interface FileWork {
  readonly addFolder: (prefix: string) => Promise<void>;
  readonly count: (keys: readonly string[]) => Promise<Counted>;
  /** Goes on in the background: see works.ts. */
  readonly remove: (keys: readonly string[], total: number | undefined) => void;
  readonly move: (moves: readonly Move[], total: number | undefined) => void;
}

/** What changes a bucket's files; the folders on the screen are asked for anew after it. */
export const useFileWork = (bucket: string): FileWork => {
  const client = useQueryClient();
  const effects = bucketEffects(bucket);
  const refresh = () => void client.invalidateQueries({ queryKey: storageKeys.bucket(bucket) });
  const ended = (said: string) => (succeeded: boolean) => {
    refresh();
    if (succeeded) toast(said);
  };
  return {
    addFolder: async (prefix) => {
      await createFolder(bucket, prefix);
      refresh();
    },
    count: (keys) => countAll(effects, keys),
    remove: (keys, total) =>
      startWork({
        bucket,
        title: `Deleting ${sayFiles(total)}`,
        total,
        run: (signal, onDone) => removeAll(effects, keys, { signal, onDone }),
        onEnd: ended("Deleted"),
      }),
    move: (moves, total) =>
      startWork({
        bucket,
        title: `Moving ${sayFiles(total)}`,
        total,
        run: (signal, onDone) => moveAll(effects, moves, { signal, onDone }),
        onEnd: ended("Moved"),
      }),
  };
};

const sayFiles = (total: number | undefined): string => (total === undefined ? "files" : countOf(total, "file"));
