import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "../../../src/cloud/config.ts";
import type { Blocks } from "../../../src/cloud/engines/blocks/blocks.ts";
import { openBlocks } from "../../../src/cloud/engines/blocks/open.ts";
import { testDatabase, type TestDatabase } from "../database/database.ts";
import { atFileEnd } from "../file-end.ts";

export interface TestBlocks {
  readonly blocks: Blocks;
  readonly database: TestDatabase;
  /** Contains `blobs` and `staging`. */
  readonly dataDir: string;
  /** A second engine on the same data, as after a restart. */
  reopen(): Promise<Blocks>;
}

/** Creates a block engine with a separate data directory and database. */
export const testBlocks = async (): Promise<TestBlocks> => {
  const database = await testDatabase();
  const dataDir = await testFolder();
  const config = readConfig({ DATA_DIR: dataDir });
  // As with an embedded server, this process is the only one that uses the data.
  const owned = { ...database, embedded: { dataDir } };
  const reopen = (): Promise<Blocks> => openBlocks(config, owned, pino({ level: "silent" }));
  return { blocks: await reopen(), database, dataDir, reopen };
};

/** Creates an empty folder, removed when the test file ends. */
export const testFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-files-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
