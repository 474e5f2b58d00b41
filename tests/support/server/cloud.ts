import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { startCloud, type Cloud } from "../../../src/cloud/cloud.ts";
import { readConfig, type Config } from "../../../src/cloud/config.ts";
import { logFieldsOfWork } from "../../../src/cloud/kernel/observe/work.ts";
import { testDatabase, type TestDatabase } from "../database/database.ts";
import { atFileEnd } from "../file-end.ts";
import { unlockAllUsers } from "../billing/unlocks.ts";

export interface TestCloud extends Cloud {
  readonly config: Config;
  readonly database: TestDatabase;
  /** All log entries, parsed. */
  readonly logged: Record<string, unknown>[];
  /** Server errors caused by requests; must be empty. */
  readonly faults: unknown[];
}

/** The settings of another process of the same instance. */
export const sharedBy = ({ config }: Pick<TestCloud, "config">) => ({
  DATABASE_URL: config.DATABASE_URL!,
  DATA_DIR: config.DATA_DIR,
});

/** Tests run on disks of any size, and write no reserve. */
const roomForTests = { DISK_MIN_FREE_MB: "0", DISK_RESERVE_MB: "0" };

interface TestCloudOptions {
  /** New users start without activation and deposit, as in production; by default tests give them both. */
  readonly newcomers?: boolean;
}

/**
 * Starts a full server in this process, on a free port, with a separate data directory and database; removed when the
 * test file ends.
 */
export const testCloud = async (
  overrides: Record<string, string> = {},
  { newcomers = false }: TestCloudOptions = {},
): Promise<TestCloud> => {
  const database = await testDatabase();
  if (!newcomers) await unlockAllUsers(database);
  const folder = await mkdtemp(join(tmpdir(), "freehold-cloud-"));
  await chmod(folder, 0o711);
  const settings = {
    PORT: "0",
    DATA_DIR: folder,
    // Processes with the same database need the same key.
    SECRET_KEY: "of-all-clouds-that-tests-start-0123456789",
    DATABASE_URL: database.url,
    DRAIN_SECONDS: "3",
    ...roomForTests,
    ...overrides,
  };
  const config = readConfig({ ...process.env, ...settings });

  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: "debug", mixin: logFieldsOfWork },
    { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
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
