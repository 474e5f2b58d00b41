import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { startCloud, type Cloud } from "../../src/cloud/cloud.ts";
import { readConfig, type Config } from "../../src/cloud/config.ts";
import { testDatabase, type TestDatabase } from "./database.ts";
import { atFileEnd } from "./file-end.ts";
import { unlockEverybody } from "./unlocks.ts";

export interface TestCloud extends Cloud {
  readonly config: Config;
  readonly database: TestDatabase;
  /** Everything logged, parsed. */
  readonly logged: Record<string, unknown>[];
  /** Server errors that requests caused: none, in a test that passes. */
  readonly faults: unknown[];
}

/** Tests run on disks of any size, and write no reserve. */
const roomForTests = { DISK_MIN_FREE_MB: "0", DISK_RESERVE_MB: "0" };

interface TestCloudOptions {
  /** Users begin as they do for others, without activation and deposit; in most tests everybody has both from the start. */
  readonly newcomers?: boolean;
}

/** A full server in this process, on a free port, with a separate data folder and database; removed when the test file ends. */
export const testCloud = async (
  overrides: Record<string, string> = {},
  { newcomers = false }: TestCloudOptions = {},
): Promise<TestCloud> => {
  const database = await testDatabase();
  if (!newcomers) await unlockEverybody(database);
  const folder = await mkdtemp(join(tmpdir(), "freehold-cloud-"));
  await chmod(folder, 0o711);
  const settings = {
    PORT: "0",
    DATA_DIR: folder,
    // Processes of one database must have the same key.
    SECRET_KEY: "of-all-clouds-that-tests-start-0123456789",
    DATABASE_URL: database.url,
    DRAIN_SECONDS: "3",
    ...roomForTests,
    ...overrides,
  };
  const config = readConfig({ ...process.env, ...settings });

  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "debug" }, { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
  const faults: unknown[] = [];
  const cloud = await startCloud(config, log, { onFault: (error) => void faults.push(error) });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= cloud.close());
  atFileEnd(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  return { ...cloud, config, database, logged, faults, close };
};
