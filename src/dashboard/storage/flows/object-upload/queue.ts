/** The queue of every tab: its files and commands and, in one tab, the uploads. */
import { queuedFilesMax } from "../../../../../resources/storage/storage-limits.ts";
import { createStore, type Store } from "../../../lib/store.ts";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { createFileSource } from "./file-source.ts";
import { admit, afterReload, applied, findAgain, type Command, type Place } from "./machine.ts";
import { nameAll, type NameChoice } from "./names.ts";
import { isUnfinished, type LiveFiles, type Patch, type QueuedFile } from "./queued-file.ts";
import type { QueueStore } from "./queue-store.ts";
import { createSending, type SendingEffects } from "./sending.ts";
import type { Tabs } from "./tabs.ts";

export interface QueueState {
  readonly files: readonly QueuedFile[];
  readonly live: LiveFiles;
  readonly bytesPerSecond: number;
  /** Another tab sends. */
  readonly elsewhere: boolean;
}

export interface QueueEffects extends SendingEffects {
  readonly store: QueueStore;
  readonly tabs: Tabs;
  /** Waits for the lock and holds it. */
  lead(onLead: () => void): void;
  existing(bucket: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Asks once for all; undefined adds nothing. */
  promptNames(existingNames: readonly string[]): Promise<NameChoice | undefined>;
  /** Deletes the uploaded parts from the server. */
  discard(file: QueuedFile): void;
  newId(): string;
}

export interface Added {
  readonly added: number;
  readonly duplicates: number;
  readonly overflow: number;
  readonly found: number;
}

export interface UploadQueue extends Pick<Store<QueueState>, "get" | "subscribe"> {
  /** Adds files to the queue. Throws if the server does not report which names exist. */
  add(place: Place, items: readonly UploadItem[], maxCount?: number): Promise<Added>;
  /** Takes files that were selected again; resolves to the number of matching queued files. */
  restore(items: readonly UploadItem[]): Promise<number>;
  order(command: Command, ids: readonly string[]): Promise<void>;
  /** Retries files whose read permission was granted. */
  allowed(ids: readonly string[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

/** Opens the queue stored in this browser and continues it. */
export const openQueue = (effects: QueueEffects): UploadQueue => {
  const { store, tabs } = effects;
  const state = createStore<QueueState>({ files: [], live: {}, bytesPerSecond: 0, elsewhere: false });
  const files = new Map<string, File>();
  const set = (changes: Partial<QueueState>): void => state.set({ ...state.get(), ...changes });
  const find = (id: string): QueuedFile | undefined => state.get().files.find((file) => file.id === id);

  const change = async (ids: readonly string[], patchOf: (file: QueuedFile) => Patch | undefined): Promise<void> => {
    const selected = new Set(ids);
    const patches = new Map<string, Patch>();
    const changed = state.get().files.map((file) => {
      const patch = selected.has(file.id) ? patchOf(file) : undefined;
      if (!patch) return file;
      patches.set(file.id, patch);
      return { ...file, ...patch };
    });
    if (patches.size === 0) return;
    set({ files: changed });
    sending.update();
    for (const [id, patch] of patches) await store.patch(id, patch);
    tabs.post({ type: "changed", ids: [...patches.keys()] });
  };

  const sending = createSending(effects, {
    files: () => state.get().files,
    source: createFileSource(files),
    change,
    done: (file) => void files.delete(file.id),
    show: (live, bytesPerSecond) => {
      set({ live, bytesPerSecond, elsewhere: false });
      tabs.post({ type: "live", live, bytesPerSecond });
    },
  });

  const read = async (ids: readonly string[]): Promise<void> => {
    const changedFiles = new Map(await Promise.all(ids.map(async (id) => [id, await store.get(id)] as const)));
    const updatedFiles = state
      .get()
      .files.flatMap((file) => (changedFiles.has(file.id) ? (changedFiles.get(file.id) ?? []) : file));
    const ownIds = new Set(updatedFiles.map(({ id }) => id));
    const added = [...changedFiles.values()].flatMap((file) => (file && !ownIds.has(file.id) ? [file] : []));
    set({ files: added.length > 0 ? inOrder([...updatedFiles, ...added]) : updatedFiles });
    sending.update();
  };

  const open = async (): Promise<void> => {
    const stored = (await store.all()).filter(isUnfinished);
    const ownIds = new Set(state.get().files.map(({ id }) => id));
    set({ files: inOrder([...state.get().files, ...stored.filter(({ id }) => !ownIds.has(id))]) });
    tabs.post({ type: "hello" });
    effects.lead(() => {
      set({ files: state.get().files.map(afterReload), live: {}, elsewhere: false });
      sending.start();
      void dropFinished();
    });
  };
  /** Deletes files that other tabs have finished and that no tab shows. */
  const dropFinished = async (): Promise<void> => {
    const done = (await store.all()).filter((file) => !isUnfinished(file) && !find(file.id));
    await store.remove(done.map(({ id }) => id));
  };

  const addPicked = (picked: ReadonlyMap<string, File>): void => {
    for (const [id, file] of picked) files.set(id, file);
  };

  tabs.listen((message) => {
    if (message.type === "changed") void opened.then(() => read(message.ids));
    else if (message.type === "live")
      set({ live: message.live, bytesPerSecond: message.bytesPerSecond, elsewhere: true });
    else if (message.type === "files") addPicked(message.files);
    else if (files.size > 0) tabs.post({ type: "files", files });
  });
  const opened = open();

  const restoreAll = async (matches: readonly { readonly id: string; readonly item: UploadItem }[]): Promise<void> => {
    const items = new Map(matches.map(({ id, item }) => [id, item]));
    const bytes = new Map(matches.map(({ id, item }) => [id, item.file]));
    addPicked(bytes);
    tabs.post({ type: "files", files: bytes });
    await change([...items.keys()], ({ id }) => {
      const { handle, root } = items.get(id)!;
      return { state: "waiting", problem: undefined, ...(handle && { handle, root }) };
    });
  };

  const remove = async (ids: readonly string[]): Promise<void> => {
    const removedIds = new Set(ids);
    const removed = state.get().files.filter(({ id }) => removedIds.has(id));
    set({ files: state.get().files.filter(({ id }) => !removedIds.has(id)) });
    sending.update();
    for (const id of ids) files.delete(id);
    await store.remove(ids);
    tabs.post({ type: "changed", ids });
    for (const file of removed) if (file.uploadId !== undefined && isUnfinished(file)) effects.discard(file);
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    add: async (place, items, maxCount = queuedFilesMax) => {
      await opened;
      const { fresh, found, duplicates, overflow } = admit(state.get().files, items, place, maxCount);
      if (found.length > 0) await restoreAll(found);
      const { bucket, prefix } = place;
      const queued = new Map(
        state
          .get()
          .files.flatMap((file) => (file.bucket === bucket && isUnfinished(file) ? [[file.key, file.id]] : [])),
      );
      const keys = fresh.map(({ path }) => prefix + path);
      const existing = keys.length > 0 ? await effects.existing(bucket, keys) : new Set<string>();
      const conflicts = keys.filter((key) => existing.has(key) || queued.has(key));
      const choice = conflicts.length > 0 ? await effects.promptNames(conflicts) : "replace";
      if (choice === undefined) return { added: 0, duplicates, overflow, found: found.length };
      const isTaken = async (key: string) => queued.has(key) || (await effects.existing(bucket, [key])).has(key);
      const named = await nameAll(fresh, prefix, new Set(conflicts), choice, isTaken);
      await remove(named.flatMap(({ key }) => queued.get(key) ?? []));
      const atMs = effects.nowMs();
      const rows = named.map(({ item, key, replaces }, index): QueuedFile => ({
        id: effects.newId(),
        bucket,
        key,
        sizeBytes: item.file.size,
        lastModifiedMs: item.file.lastModified,
        type: item.file.type || "application/octet-stream",
        // Files of one selection keep their order, after earlier ones.
        addedAtMs: atMs + index / 100_000,
        replaces,
        state: "waiting",
        sentBytes: 0,
        ...(item.handle && { handle: item.handle, root: item.root }),
      }));
      const bytes = new Map(rows.map(({ id }, index) => [id, named[index]!.item.file]));
      addPicked(bytes);
      await store.add(rows);
      set({ files: [...state.get().files, ...rows] });
      tabs.post({ type: "files", files: bytes });
      tabs.post({ type: "changed", ids: rows.map(({ id }) => id) });
      sending.update();
      return { added: rows.length, duplicates, overflow, found: found.length };
    },
    restore: async (items) => {
      const matches = findAgain(state.get().files, items);
      await restoreAll(matches);
      return matches.length;
    },
    order: (command, ids) => change(ids, (file) => applied(command, file)),
    allowed: (ids) => change(ids, (file) => (file.state === "allow" ? { state: "waiting" } : undefined)),
    remove,
  };
};

const inOrder = (files: readonly QueuedFile[]): readonly QueuedFile[] =>
  files.toSorted((a, b) => a.addedAtMs - b.addedAtMs);
