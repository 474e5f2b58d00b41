import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { askFor } from "./ask-for.ts";

/**
 * Puts a migrated database without rows into a data directory, as a first start creates it. For servers whose first start
 * is not what is tested. In a bench, which has none to copy, the first start creates it.
 */
export const prepareDatabase = async (dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (!process.env.VITEST) return;
  const { folder } = await askFor<{ folder: string }>(inject("preparedDatabase"));
  // With the owner of the files, which is PostgreSQL's user.
  await promisify(execFile)("cp", ["-a", folder, join(dataDir, "postgres")]);
};
