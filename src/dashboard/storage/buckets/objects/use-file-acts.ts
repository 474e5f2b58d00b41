import type { Send } from "../../../../../resources/declare/call-input.ts";
import { objectVersions, snapshots } from "../../../../../resources/storage/snapshots.ts";
import { callOf } from "../../../../../resources/declare/endpoints.ts";
import { type Entry } from "../../flows/storage/entries.ts";
import type { Move } from "../../flows/storage/move.ts";
import type { Counted } from "../../flows/storage/remove.ts";
import { useFileWork } from "../../flows/storage/use-file-work.ts";
import { useSend } from "../../../framework/data/call-context.ts";
import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { nameOf, parentOf } from "../paths.ts";
import { useBucketRow } from "../use-bucket-row.ts";
import { fileProblem, folderProblem } from "./key-rules.ts";

type Named = Pick<Entry, "kind" | "key">;

interface FileActs {
  readonly addFolder: (prefix: string) => Promise<void>;
  readonly rename: (entry: Named, onRenamed?: (to: string) => void) => Promise<void>;
  readonly remove: (keys: readonly string[]) => Promise<boolean>;
  /** Moves the keys into the folder with this prefix. */
  readonly moveInto: (keys: readonly string[], prefix: string) => Promise<void>;
}

/** File actions: ask for confirmation, then run in the background. `isTaken` reports whether a key is already in the list. */
export const useFileActs = (bucket: string, isTaken: (key: string) => boolean): FileActs => {
  const work = useFileWork(bucket);
  const send = useSend();
  const isVersioned = useBucketRow(bucket)?.versioning === "Enabled";
  const countFiles = (keys: readonly string[]) => withLoading("Counting files…", () => work.count(keys));
  const move = async (moves: readonly Move[]): Promise<void> => {
    const total = await countFiles(moves.map(({ from }) => from));
    if (total) work.move(moves, total.more ? undefined : total.files);
  };

  return {
    addFolder: async (prefix) => {
      const input = await dialogs.prompt({
        title: "Create folder",
        ok: "Create folder",
        fields: [{ name: "name", label: "Name", validate: (name) => folderProblem(name, prefix, isTaken) }],
      });
      if (!input) return;
      const done = await withLoading("Creating folder…", () =>
        work.addFolder(`${prefix}${input["name"]}/`).then(() => true),
      );
      if (done) toast("Folder created");
    },
    rename: async ({ kind, key }, onRenamed) => {
      const prefix = parentOf(key) ?? "";
      const [name, slash] = [nameOf(key), kind === "folder" ? "/" : ""];
      const rule = kind === "folder" ? folderProblem : fileProblem;
      const input = await dialogs.prompt({
        title: `Rename ${kind}`,
        text: kind === "folder" ? "All files are copied to the new path, then deleted from the old one." : undefined,
        ok: "Rename",
        fields: [
          {
            name: "name",
            label: "Name",
            value: name,
            validate: (wanted) => (wanted === name ? undefined : rule(wanted, prefix, isTaken)),
          },
        ],
      });
      const to = input && `${prefix}${input["name"]}${slash}`;
      if (to === undefined || to === key) return;
      const total = await countFiles([key]);
      if (total) work.rename({ from: key, to }, total.more ? undefined : total.files, () => onRenamed?.(to));
    },
    remove: async (keys) => {
      const facts = await withLoading("Counting files…", async () => ({
        total: await work.count(keys),
        note: isVersioned ? versionNote : await snapshotNote(send, bucket, keys),
      }));
      if (!facts || !(await confirmRemoval(keys, facts.total, facts.note))) return false;
      work.remove(keys);
      return true;
    },
    moveInto: async (keys, prefix) => {
      const inside = keys.find((key) => key.endsWith("/") && prefix.startsWith(key));
      if (inside !== undefined)
        return dialogs.alert({
          text: `"${nameOf(inside)}" can't be moved into itself. Choose another folder.`,
        });
      const moves = keys
        .map((key) => ({ from: key, to: prefix + nameOf(key) + (key.endsWith("/") ? "/" : "") }))
        .filter(({ from, to }) => from !== to);
      if (moves.length > 0) await move(moves);
    },
  };
};

/** Shows a loading dialog during a task, and an alert if it fails. */
const withLoading = async <T>(text: string, task: () => Promise<T>): Promise<T | undefined> => {
  const close = dialogs.loading(text);
  try {
    return await task();
  } catch (error) {
    void dialogs.alert({ text: (error as Error).message });
    return undefined;
  } finally {
    close();
  }
};

const versionNote = "Earlier versions are kept. Show deleted files to restore them.";

/** Returns whether deleted files can be restored from snapshots, as a sentence. */
const snapshotNote = async (send: Send, bucket: string, keys: readonly string[]): Promise<string> => {
  const only = keys.length === 1 && !keys[0]!.endsWith("/") ? keys[0]! : undefined;
  if (only !== undefined) {
    const [newest] = (await send(objectVersions, { query: { bucket, key: only } })).items;
    if (!newest) return "This cannot be undone.";
    return `Snapshots keep its version of ${formatMoment(newest.createdAt)}. Later changes can't be restored.`;
  }
  const { page } = await send(callOf(snapshots, "list"), { query: { bucket, size: 1 } });
  return page.total === 0 ? "This cannot be undone." : "Files in snapshots are kept. Others can't be restored.";
};

const confirmRemoval = async (keys: readonly string[], { files, more }: Counted, note: string): Promise<boolean> => {
  const only = keys.length === 1 ? keys[0]! : undefined;
  if (only !== undefined && !only.endsWith("/"))
    return dialogs.confirm({
      title: `Delete ${nameOf(only)}?`,
      text: note,
      ok: "Delete file",
      danger: true,
    });
  const count = more ? `more than ${countOf(files, "file")}` : countOf(files, "file");
  const expected = only === undefined ? String(keys.length) : nameOf(only) || "/";
  const title = only === undefined ? `Delete ${formatWhole(keys.length)} items?` : `Delete folder ${nameOf(only)}?`;
  const input = await dialogs.prompt({
    title,
    text: `This deletes ${count}. ${note}`,
    ok: only === undefined ? "Delete items" : "Delete folder",
    danger: true,
    fields: [
      {
        name: "typed",
        label: `Type ${expected} to confirm`,
        validate: (typed) => (typed === expected ? undefined : `Type ${expected}.`),
      },
    ],
  });
  return input !== undefined;
};
