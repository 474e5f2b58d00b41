import { type Entry } from "../../../flows/storage/entries.ts";
import type { Move } from "../../../flows/storage/move.ts";
import type { Counted } from "../../../flows/storage/remove.ts";
import { useFileWork } from "../../../flows/storage/use-file-work.ts";
import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { toast } from "../../../ui/toast.ts";
import { nameOf, parentOf } from "../paths.ts";
import { fileProblem, folderProblem } from "./key-rules.ts";

type Named = Pick<Entry, "kind" | "key">;

interface FileActs {
  readonly addFolder: (prefix: string) => Promise<void>;
  readonly rename: (entry: Named, onMoved?: (to: string) => void) => Promise<void>;
  readonly remove: (keys: readonly string[]) => Promise<boolean>;
  /** Into the folder of that prefix. */
  readonly moveInto: (keys: readonly string[], prefix: string) => Promise<void>;
}

/** What a person does to files: asked about first, then done in the background. `taken`: which keys are on the screen. */
export const useFileActs = (bucket: string, taken: (key: string) => boolean): FileActs => {
  const work = useFileWork(bucket);
  const counted = (keys: readonly string[]) => busily("Counting files…", () => work.count(keys));
  const move = async (moves: readonly Move[]): Promise<boolean> => {
    const total = await counted(moves.map(({ from }) => from));
    if (!total) return false;
    work.move(moves, total.more ? undefined : total.files);
    return true;
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
    rename: async ({ kind, key }, onMoved) => {
      const prefix = parentOf(key) ?? "";
      const [name, slash] = [nameOf(key), kind === "folder" ? "/" : ""];
      const rule = kind === "folder" ? folderProblem : fileProblem;
      const given = await dialogs.prompt({
        title: `Rename ${kind}`,
        text:
          kind === "folder"
            ? "Every file in it is copied to its new name, and then deleted under the old one."
            : undefined,
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
      if (await move([{ from: key, to }])) onMoved?.(to);
    },
    remove: async (keys) => {
      const total = await counted(keys);
      if (!total || !(await confirmRemoval(keys, total))) return false;
      work.remove(keys);
      return true;
    },
    moveInto: async (keys, prefix) => {
      const inside = keys.find((key) => key.endsWith("/") && prefix.startsWith(key));
      if (inside !== undefined)
        return dialogs.alert({
          text: `"${nameOf(inside)}" cannot be moved into itself. Choose a folder outside of it.`,
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

const confirmRemoval = async (keys: readonly string[], { files, more }: Counted): Promise<boolean> => {
  const only = keys.length === 1 ? keys[0]! : undefined;
  if (only !== undefined && !only.endsWith("/"))
    return dialogs.confirm({
      title: "Delete file",
      text: `"${nameOf(only)}" is deleted. This cannot be undone.`,
      ok: "Delete",
      danger: true,
    });
  const said = more ? `more than ${countOf(files, "file")}` : countOf(files, "file");
  const expected = only === undefined ? String(keys.length) : nameOf(only) || "/";
  const title = only === undefined ? `Delete ${formatWhole(keys.length)} entries` : "Delete folder";
  const given = await dialogs.prompt({
    title,
    text: `This deletes ${said}. It cannot be undone.`,
    ok: "Delete",
    danger: true,
    fields: [
      {
        name: "typed",
        label:
          only === undefined
            ? `Type ${expected}, how many entries are selected`
            : `Type the folder's name, ${expected}`,
        validate: (typed) => (typed === expected ? undefined : `Type ${expected}.`),
      },
    ],
  });
  return given !== undefined;
};
