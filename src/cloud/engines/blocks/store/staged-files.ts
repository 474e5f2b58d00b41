/** Keeps staged files on disk or on S3. */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../../config.ts";
import { writeAll } from "../join-files.ts";
import { ownStagingPrefixes } from "../roots/sweep.ts";
import { BlobMissing, measureStore, type BlobStore } from "./blob-store.ts";
import { syncFolder } from "./disk-store.ts";
import { s3SettingsOf, s3Store } from "./s3-store.ts";
import type { StagedFiles } from "./staged.ts";

const fetchesAtOnce = 4;

/** Opens the staged files beside the configured blob store. */
export const openStagedFiles = (config: Config, stagingFolder: string): StagedFiles => {
  const settings = s3SettingsOf(config);
  return settings
    ? remoteStagedFiles(measureStore(s3Store({ ...settings, prefix: "staged/" }), "s3"), stagingFolder)
    : localStagedFiles(stagingFolder);
};

/** Whether an error of `use` or `useJoined` says that a file does not exist. */
export const isStagedMissing = (error: unknown): boolean =>
  error instanceof BlobMissing || (error instanceof Error && "code" in error && error.code === "ENOENT");

const localStagedFiles = (folder: string): StagedFiles => {
  const pathOf = (name: string): string => join(folder, name);
  return {
    pathOf,
    async keep(file, name) {
      await syncFile(file);
      await rename(file, pathOf(name));
      await syncFolder(folder);
    },
    use: (pieces, use) => use(pieces.map(({ name }) => pathOf(name))),
    useJoined: (pieces, use) =>
      pieces.length === 1
        ? use(pathOf(pieces[0]!.name))
        : withJoined(folder, use, async (target) => {
            let at = 0;
            for (const { name, sizeBytes } of pieces) {
              if (sizeBytes > 0) await copyTo(target, at, createReadStream(pathOf(name), { end: sizeBytes - 1 }));
              at += sizeBytes;
            }
          }),
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
    async *list(prefix) {
      for (const name of await readdir(folder)) {
        if (!name.startsWith(prefix)) continue;
        const file = await stat(pathOf(name)).catch(() => undefined);
        if (file) yield { name, writtenAt: file.mtime };
      }
    },
  };
};

const remoteStagedFiles = (store: BlobStore, folder: string): StagedFiles => {
  const useJoined: StagedFiles["useJoined"] = (pieces, use) =>
    withJoined(folder, use, async (target) => {
      let at = 0;
      const places = pieces.map((piece) => ({ ...piece, at: (at += piece.sizeBytes) - piece.sizeBytes }));
      const waiting = places.filter(({ sizeBytes }) => sizeBytes > 0).values();
      const fetchNext = async (): Promise<void> => {
        for (const { name, sizeBytes, at } of waiting)
          await copyTo(target, at, await store.stream(name, { start: 0, end: sizeBytes - 1 }));
      };
      const fetches = await Promise.allSettled(Array.from({ length: fetchesAtOnce }, fetchNext));
      const failed = fetches.find(({ status }) => status === "rejected");
      if (failed) throw (failed as PromiseRejectedResult).reason;
    });
  return {
    pathOf: () => undefined,
    async keep(file, name) {
      await store.keep(file, name);
      await rm(file, { force: true });
    },
    use: (pieces, use) => useJoined(pieces, (path) => use([path])),
    useJoined,
    async remove(names) {
      for (const name of names) await store.remove(name);
    },
    async *list(prefix) {
      for await (const { id, writtenAt } of store.all()) if (id.startsWith(prefix)) yield { name: id, writtenAt };
    },
  };
};

/** Writes a temporary file and passes it to `use`. */
const withJoined = async <T>(
  folder: string,
  use: (path: string) => Promise<T>,
  write: (target: FileHandle) => Promise<void>,
): Promise<T> => {
  const path = join(folder, `${ownStagingPrefixes.joined}${randomUUID()}`);
  try {
    const target = await open(path, "wx");
    try {
      await write(target);
    } finally {
      await target.close();
    }
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
};

const copyTo = async (target: FileHandle, start: number, source: AsyncIterable<Uint8Array>): Promise<void> => {
  let at = start;
  for await (const bytes of source) {
    await writeAll(target, bytes, at);
    at += bytes.length;
  }
};

/** Makes the content of a file survive a power failure. */
const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Removes files of a folder that a crash left behind. */
export const removeLeftovers = async (
  folder: string,
  { prefix, before, isLive }: { readonly prefix: string; readonly before: Date; isLive?(path: string): boolean },
): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.startsWith(prefix) || isLive?.(path)) continue;
    const file = await stat(path).catch(() => undefined);
    if (file && file.mtime <= before) await rm(path, { force: true });
  }
};
