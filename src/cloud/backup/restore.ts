import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { prepareDataFolder, unfinishedRestore } from "../data-folder.ts";
import { lockDataFolder } from "../instance-lock.ts";
import { copyFolder } from "./copy-files.ts";
import { readManifest, type Manifest } from "./manifest.ts";

/** Restores a backup into the empty data folder of `config`. An incomplete restore prevents a start on that folder. */
export const restore = async (config: Config, source: string, report: (text: string) => void): Promise<Manifest> => {
  const manifest = await readManifest(source);
  prepareDataFolder(config.DATA_DIR);
  const lock = await lockDataFolder(config.DATA_DIR);
  try {
    if ((await readdir(config.DATA_DIR)).length > 0) {
      throw new Error(`${config.DATA_DIR} is not empty. Set DATA_DIR to an empty directory, or move the existing one.`);
    }
    const mark = join(config.DATA_DIR, unfinishedRestore);
    await writeFile(mark, "");
    report("files");
    await copyFolder(source, config.DATA_DIR, (path) => path === "backup.json");
    if (manifest.hasDatabase) {
      const data = join(config.DATA_DIR, "postgres/data");
      // Some archives drop empty folders, but PostgreSQL requires these.
      await Promise.all(emptyFolders.map((name) => mkdir(join(data, name), { recursive: true })));
    }
    await rm(mark);
  } finally {
    await lock.release();
  }
  return manifest;
};

const emptyFolders = [
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_commit_ts",
  "pg_tblspc",
  "pg_twophase",
  "pg_stat",
  "pg_logical/snapshots",
  "pg_logical/mappings",
];
