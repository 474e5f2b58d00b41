import type { Send } from "../../../../../resources/call-input.ts";
import { objectVersions, snapshots } from "../../../../../resources/bucket/snapshots.ts";
import { type Entry } from "../../../flows/storage/entries.ts";
import type { Move } from "../../../flows/storage/move.ts";
import type { Counted } from "../../../flows/storage/remove.ts";
import { useFileWork } from "../../../flows/storage/use-file-work.ts";
import { useSend } from "../../../framework/data/call-context.ts";
import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { toast } from "../../../ui/toast.ts";
import { nameOf, parentOf } from "../paths.ts";
import { fileProblem, folderProblem } from "./key-rules.ts";

type Named = Pick<Entry, "kind" | "key">;

interface FileActs {
  readonly addFolder: (prefix: string) => Promise<void>;
  readonly rename: (entry: Named, onRenamed?: (to: string) => void) => Promise<void>;
  readonly remove: (keys: readonly string[]) => Promise<boolean>;
  /** Into the folder of that prefix. */
  readonly moveInto: (keys: readonly string[], prefix: string) => Promise<void>;
}

/** What a person does to files: asked about first, then done in the background. `taken`: which keys are on the screen. */
export const useFileActs = (bucket: string, taken: (key: string) => boolean): FileActs => {
  const work = useFileWork(bucket);
  const send = useSend();
  const counted = (keys: readonly string[]) => busily("Counting files…", () => work.count(keys));
  const move = async (moves: readonly Move[]): Promise<void> => {
    const total = await counted(moves.map(({ from }) => from));
    if (total) work.move(moves, total.more ? undefined : total.files);
  };

  return {
    addFolder: async (prefix) => {
      const given = await dialogs.prompt({
        title: "New folder",
        ok: "Create",
        fields: [{ name: "name", label: "Name", validate: (name) => folderProblem(name, prefix, taken) }],
      });
      if (!given) return;
      const done = await busily("Creating the folder…", () =>
        work.addFolder(`${prefix}${given["name"]}/`).then(() => true),
      );
      if (done) toast("Folder created");
    },
    rename: async ({ kind, key }, onRenamed) => {
      const prefix = parentOf(key) ?? "";
      const [name, slash] = [nameOf(key), kind === "folder" ? "/" : ""];
      const rule = kind === "folder" ? folderProblem : fileProblem;
      const given = await dialogs.prompt({
        title: `Rename ${kind}`,
        text:
          kind === "folder" ? "Every file in it is copied to the new path, then deleted from the old one." : undefined,
        ok: "Rename",
        fields: [
          {
            name: "name",
            label: "Name",
            value: name,
            validate: (wanted) => (wanted === name ? undefined : rule(wanted, prefix, taken)),
          },
        ],
      });
      const to = given && `${prefix}${given["name"]}${slash}`;
      if (to === undefined || to === key) return;
      const total = await counted([key]);
      if (total) work.rename({ from: key, to }, total.more ? undefined : total.files, () => onRenamed?.(to));
    },
    remove: async (keys) => {
      const facts = await busily("Counting files…", async () => ({
        total: await work.count(keys),
        kept: await keptBySnapshots(send, bucket, keys),
      }));
      if (!facts || !(await confirmRemoval(keys, facts.total, facts.kept))) return false;
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

/** Holds the page while something is asked; shows why it failed. */
const busily = async <T>(text: string, ask: () => Promise<T>): Promise<T | undefined> => {
  const close = dialogs.loading(text);
  try {
    return await ask();
  } catch (error) {
    void dialogs.alert({ text: (error as Error).message });
    return undefined;
  } finally {
    close();
  }
};

/** What deleting leaves behind, as a sentence: snapshots keep what they hold. */
const keptBySnapshots = async (send: Send, bucket: string, keys: readonly string[]): Promise<string> => {
  const only = keys.length === 1 && !keys[0]!.endsWith("/") ? keys[0]! : undefined;
  if (only !== undefined) {
    const [newest] = (await send(objectVersions, { query: { bucket, key: only } })).items;
    if (!newest) return "This cannot be undone.";
    return `Snapshots keep its version of ${formatMoment(newest.createdAt)}. Later changes can't be restored.`;
  }
  const { page } = await send(snapshots, { query: { bucket, size: 1 } });
  return page.total === 0 ? "This cannot be undone." : "Files in snapshots are kept. Others can't be restored.";
};

const confirmRemoval = async (keys: readonly string[], { files, more }: Counted, kept: string): Promise<boolean> => {
  const only = keys.length === 1 ? keys[0]! : undefined;
  if (only !== undefined && !only.endsWith("/"))
    return dialogs.confirm({
      title: "Delete file",
      text: `"${nameOf(only)}" is deleted. ${kept}`,
      ok: "Delete",
      danger: true,
    });
  const said = more ? `more than ${countOf(files, "file")}` : countOf(files, "file");
  const expected = only === undefined ? String(keys.length) : nameOf(only) || "/";
  const title = only === undefined ? `Delete ${formatWhole(keys.length)} entries` : "Delete folder";
  const given = await dialogs.prompt({
    title,
    text: `This deletes ${said}. ${kept}`,
    ok: "Delete",
    danger: true,
    fields: [
      {
        name: "typed",
        label:
          only === undefined
            ? `Type ${expected}, how many entries are selected`
            : `Type the folder's name, ${expected}`,
        validate: (input) => (input === expected ? undefined : `Type ${expected}.`),
      },
    ],
  });
  return given !== undefined;
};
