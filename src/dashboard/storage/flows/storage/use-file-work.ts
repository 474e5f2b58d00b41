import { useQueryClient } from "@tanstack/react-query";
import { deleteFolder, showRemoval, stopRemoval } from "../../../../../resources/storage/bucket-calls.ts";
import { send } from "../../../api/client.ts";
import { listObjects } from "../../../api/s3/listing.ts";
import { copyObject, createFolder, deleteObjects, headObject } from "../../../api/s3/objects.ts";
import { countOf } from "../../../lib/format/count.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { moveAll, type Move, type MoveEffects } from "./move.ts";
import { folderRemoval, type FolderEffects } from "./remove-folders.ts";
import { countAll, removeFiles, type Counted } from "./remove.ts";
import { storageKeys } from "./storage-keys.ts";
import { startWork } from "./works.ts";

interface FileWork {
  readonly addFolder: (prefix: string) => Promise<void>;
  readonly count: (keys: readonly string[]) => Promise<Counted>;
  /** Continues in the background: see works.ts. */
  readonly remove: (keys: readonly string[]) => void;
  readonly move: (moves: readonly Move[], total: number | undefined) => void;
  /** `onRenamed`: called once everything has its new name. */
  readonly rename: (move: Move, total: number | undefined, onRenamed?: () => void) => void;
}

/** Changes a bucket's files, then refetches the open folders. */
export const useFileWork = (bucket: string): FileWork => {
  const client = useQueryClient();
  const effects = bucketEffects(bucket);
  const refresh = () => void client.invalidateQueries({ queryKey: storageKeys.bucket(bucket) });
  const ended = (message: string) => (succeeded: boolean) => {
    refresh();
    if (succeeded) toast(message);
  };
  return {
    addFolder: async (prefix) => {
      await createFolder(bucket, prefix);
      refresh();
    },
    count: (keys) => countAll(effects, keys),
    remove: (keys) => {
      const [files, folders] = [keys.filter((key) => !key.endsWith("/")), keys.filter((key) => key.endsWith("/"))];
      if (files.length > 0)
        startWork({
          bucket,
          title: `Deleting ${filesText(files.length)}`,
          total: files.length,
          run: (signal, onDone) => removeFiles(effects, files, { signal, onDone }),
          onEnd: ended("Deleted"),
        });
      if (folders.length > 0) {
        const removal = folderRemoval(folderEffects(bucket), folders);
        startWork({
          bucket,
          title: `Deleting ${countOf(folders.length, "folder")}`,
          total: undefined,
          onServer: true,
          run: (signal, onDone) => removal.follow(signal, onDone).then(() => []),
          stop: removal.stop,
          onEnd: ended("Deleted"),
        });
      }
    },
    move: (moves, total) =>
      startWork({
        bucket,
        title: `Moving ${filesText(total)}`,
        total,
        run: (signal, onDone) => moveAll(effects, moves, { signal, onDone }),
        onEnd: ended("Moved"),
      }),
    rename: (move, total, onRenamed) =>
      startWork({
        bucket,
        title: `Renaming ${move.from.endsWith("/") ? "folder" : "file"}`,
        total,
        run: (signal, onDone) => moveAll(effects, [move], { signal, onDone }),
        onEnd: (succeeded) => {
          // First, so that no screen requests the old name again.
          if (succeeded) onRenamed?.();
          ended("Renamed")(succeeded);
        },
      }),
  };
};

const filesText = (total: number | undefined): string => (total === undefined ? "files" : countOf(total, "file"));

const bucketEffects = (bucket: string): MoveEffects => ({
  list: (prefix, next) => listObjects({ bucket, prefix, next, deep: true }),
  copy: (from, to) => copyObject({ bucket, key: from }, { bucket, key: to }),
  head: (key) => headObject(bucket, key),
  remove: (keys) => deleteObjects(bucket, keys),
});

/** The server's folder removal, polled once a second. */
const folderEffects = (bucket: string): FolderEffects => ({
  start: (prefix) => send(deleteFolder, { body: { bucket, prefix }, silent: true }),
  show: (id) => send(showRemoval, { params: { id }, silent: true }),
  stop: (id) => send(stopRemoval, { params: { id } }),
  wait: () => new Promise((resolve) => setTimeout(resolve, pollMs)),
});

const pollMs = 1000;
