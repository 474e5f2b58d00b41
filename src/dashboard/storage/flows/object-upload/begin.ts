/** Adds files to the queue: picked, dropped or pasted in the storage browser. */
import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { loadChunk } from "../../../lib/async/load-chunk.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { collectHandles, collectTransferHandles } from "../../../ui/upload/collect-handles.ts";
import { collectFiles } from "../../../ui/upload/collect.ts";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { showDock } from "./dock.ts";
import type { Place } from "./machine.ts";
import type { Added, UploadQueue } from "./queue.ts";

export const uploadFiles = (place: Place): Promise<void> => add(place, pickFiles);
export const uploadFolder = (place: Place): Promise<void> => add(place, pickFolder);
/** Uploads a drop or a paste. */
export const uploadTransfer = (place: Place, transfer: DataTransfer): Promise<void> => {
  const collected = collectTransferHandles(transfer);
  return add(place, () => collected);
};

/** Lets the user select files again, so that the queue can continue with them. */
export const selectAgain = async (): Promise<void> => {
  const picked = await pickFiles();
  if (picked.length === 0) return;
  const restored = await (await loadQueue()).restore(picked);
  if (restored === 0) toast("Different file. The name, size and modification time must match.", "error");
};

/** Loads the queue's code with the first file, to keep the bucket screens light. */
const loadQueue = async (): Promise<UploadQueue> =>
  (await loadChunk(() => import("./browser-queue.ts"))).browserQueue();

const add = async (place: Place, pick: () => Promise<readonly UploadItem[]>): Promise<void> => {
  try {
    const picked = await pick();
    if (picked.length === 0) return;
    showDock();
    const message = messageOf(await (await loadQueue()).add(place, picked));
    if (message) toast(message, "info");
  } catch (error) {
    toast(
      unreadable.has((error as Error).name)
        ? "Can't read this file. Check that it still exists."
        : (error as Error).message,
      "error",
    );
  }
};

const unreadable: ReadonlySet<string> = new Set(["NotFoundError", "NotReadableError", "NotAllowedError"]);

const messageOf = ({ added, duplicates, overflow, found }: Added): string =>
  [
    found > 0 && `${countOf(found, "file")} matched.`,
    duplicates > 0 && `${countOf(duplicates, "file is", "files are")} already queued and skipped.`,
    overflow > 0 && `The queue is full: ${formatWhole(overflow)} skipped. Add them later.`,
    added === 0 && found + duplicates + overflow === 0 && "No files added.",
  ]
    .filter(Boolean)
    .join(" ");

const pickFiles = async (): Promise<UploadItem[]> => {
  if (!window.showOpenFilePicker) return pickByInput({ multiple: true });
  return unlessDismissed(async () => collectHandles(await window.showOpenFilePicker!({ multiple: true })));
};

const pickFolder = async (): Promise<UploadItem[]> => {
  if (!window.showDirectoryPicker) return pickByInput({ webkitdirectory: true });
  return unlessDismissed(async () => collectHandles([await window.showDirectoryPicker!()]));
};

const unlessDismissed = async (pick: () => Promise<UploadItem[]>): Promise<UploadItem[]> => {
  try {
    return await pick();
  } catch (error) {
    if ((error as Error).name === "AbortError") return [];
    throw error;
  }
};

const pickByInput = (kind: { multiple?: boolean; webkitdirectory?: boolean }): Promise<UploadItem[]> =>
  new Promise((resolve) => {
    const input = Object.assign(document.createElement("input"), { type: "file", ...kind });
    input.addEventListener("change", () => resolve(collectFiles(input.files ?? [])));
    input.addEventListener("cancel", () => resolve([]));
    input.click();
  });
