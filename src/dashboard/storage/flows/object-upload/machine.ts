/** The queue as a pure state machine: which files are admitted, which is next, and which commands apply. */
import { uploadPartBytes, uploadsAtOnce } from "../../../../../resources/storage/storage-limits.ts";
import { partNumberMax } from "../../../../../resources/storage/limits.ts";
import { addItems, type UploadItem } from "../../../ui/upload/upload-item.ts";
import { isUnfinished, type LiveFiles, type Patch, type QueuedFile } from "./queued-file.ts";

export interface Place {
  readonly bucket: string;
  /** "" or a folder with its slash. */
  readonly prefix: string;
}

export interface Admission {
  readonly fresh: readonly UploadItem[];
  /** Missing files of the queue that were picked again. */
  readonly found: readonly { readonly id: string; readonly item: UploadItem }[];
  readonly duplicates: number;
  readonly overflow: number;
}

/** Sorts picked files: skips duplicates of queued ones, and files beyond the maximum. */
export const admit = (
  queue: readonly QueuedFile[],
  picked: readonly UploadItem[],
  { bucket, prefix }: Place,
  maxCount: number,
): Admission => {
  const unfinished = queue.filter(isUnfinished);
  const byIdentity = new Map(unfinished.map((file) => [identityOf(file), file]));
  const { items, duplicates: pickedTwice } = addItems([], picked);
  const fresh: UploadItem[] = [];
  const found: { id: string; item: UploadItem }[] = [];
  let duplicates = pickedTwice;
  for (const item of items) {
    const match = byIdentity.get(identityOf({ bucket, key: prefix + item.path, ...factsOf(item.file) }));
    if (!match) fresh.push(item);
    else if (isLost(match)) found.push({ id: match.id, item });
    else duplicates += 1;
  }
  const room = Math.max(0, maxCount - unfinished.length);
  return { fresh: fresh.slice(0, room), found, duplicates, overflow: Math.max(0, fresh.length - room) };
};

/** Finds the queued files that match, regardless of their folder: by name, size and last-modified time. */
export const findAgain = (
  queue: readonly QueuedFile[],
  picked: readonly UploadItem[],
): readonly { readonly id: string; readonly item: UploadItem }[] => {
  const lost = queue.filter(isLost);
  return picked.flatMap((item) => lost.filter((file) => isSameFile(file, item.file)).map(({ id }) => ({ id, item })));
};

export const isSameFile = (queued: QueuedFile, file: File): boolean =>
  nameIn(queued.key) === file.name && queued.sizeBytes === file.size && queued.lastModifiedMs === file.lastModified;

/** Returns the original name: "Keep both" adds a number in brackets to the new file's name. */
const nameIn = (key: string): string => key.slice(key.lastIndexOf("/") + 1).replace(/ \(\d+\)(?=\.[^.]*$|$)/, "");

const isLost = ({ state }: QueuedFile): boolean => state === "choose" || state === "allow";

const factsOf = ({ size, lastModified }: File) => ({ sizeBytes: size, lastModifiedMs: lastModified });

const identityOf = (file: Pick<QueuedFile, "bucket" | "key" | "sizeBytes" | "lastModifiedMs">): string =>
  [file.bucket, file.key, file.sizeBytes, file.lastModifiedMs].join("\n");

/** Returns the files to start now. */
export const nextToSend = (queue: readonly QueuedFile[], active: ReadonlySet<string>): readonly QueuedFile[] => {
  const room = uploadsAtOnce - active.size;
  if (room <= 0) return [];
  return queue.filter(({ id, state }) => state === "waiting" && !active.has(id)).slice(0, room);
};

/** Returns the files to stop: paused or removed, in this tab or another. */
export const toStop = (queue: readonly QueuedFile[], active: ReadonlySet<string>): readonly string[] => {
  const waiting = new Set(queue.filter(({ state }) => state === "waiting").map(({ id }) => id));
  return [...active].filter((id) => !waiting.has(id));
};

export type Command = "pause" | "resume" | "retry" | "replace";

/** Returns a command's changes to a file; undefined if it does not apply. */
export const applied = (command: Command, { state }: QueuedFile): Patch | undefined => {
  if (command === "pause") return state === "waiting" ? { state: "paused" } : undefined;
  if (command === "replace") return state === "taken" ? { ...again, replaces: true } : undefined;
  const from = command === "resume" ? "paused" : "failed";
  return state === from ? again : undefined;
};

const again: Patch = { state: "waiting", problem: undefined };

/** Retries missing files on a new visit: the browser may remember the permission. */
export const afterReload = (file: QueuedFile): QueuedFile => (isLost(file) ? { ...file, ...again } : file);

/** Returns the size of a part, except for the last one: whole leaves, within the maximum number of parts. */
export const partBytesOf = (sizeBytes: number): number =>
  uploadPartBytes * Math.max(1, Math.ceil(sizeBytes / (uploadPartBytes * partNumberMax)));

export interface Summary {
  readonly files: number;
  readonly done: number;
  /** Waiting or in progress. */
  readonly active: number;
  readonly paused: number;
  /** Require an action: failed, missing, name taken. */
  readonly stuck: number;
  readonly sizeBytes: number;
  readonly sentBytes: number;
}

export const summaryOf = (queue: readonly QueuedFile[], live: LiveFiles): Summary => {
  const sum = { files: queue.length, done: 0, active: 0, paused: 0, stuck: 0, sizeBytes: 0, sentBytes: 0 };
  for (const file of queue) {
    sum.sizeBytes += file.sizeBytes;
    sum.sentBytes += sentOf(file, live);
    if (file.state === "done") sum.done += 1;
    else if (file.state === "waiting") sum.active += 1;
    else if (file.state === "paused") sum.paused += 1;
    else sum.stuck += 1;
  }
  return sum;
};

/** Returns a file's sent bytes. */
export const sentOf = (file: QueuedFile, live: LiveFiles): number => {
  if (file.state === "done") return file.sizeBytes;
  return Math.min(file.sizeBytes, Math.max(file.sentBytes, live[file.id]?.sentBytes ?? 0));
};
