import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "../src/cloud/config.ts";
import type { Blocks } from "../src/cloud/engines/blocks/blocks.ts";
import { openBlocks } from "../src/cloud/engines/blocks/open.ts";
import type { Database } from "../src/cloud/engines/database/database.ts";
import { openDatabase } from "../src/cloud/engines/database/open.ts";

export interface BenchEngines {
  readonly blocks: Blocks;
  readonly database: Database;
  readonly folder: string;
}

/** Runs with real engines in their default configuration, in a temporary folder. */
export const withEngines = async <T>(use: (ground: BenchEngines) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    const log = pino({ level: "silent" });
    const config = readConfig({ DATA_DIR: join(folder, "data") });
    const database = await openDatabase(config, log);
    try {
      const blocks = await openBlocks(config, database, log);
      const result = await use({ blocks, database, folder });
      await blocks.close();
      return result;
    } finally {
      await database.close();
    }
  });

export const withFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
