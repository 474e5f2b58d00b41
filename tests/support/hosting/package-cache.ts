import { execFile } from "node:child_process";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Stored with our packages, so that a second test run need not fetch a generator's packages again. */
const cacheRoot = join(import.meta.dirname, "../../../node_modules/.cache/freehold-packages");

/** Restores a project's package cache from an earlier test run. */
export const restorePackages = async (name: string, cacheFolder: string): Promise<void> => {
  const isThere = await access(join(cacheRoot, name)).then(
    () => true,
    () => false,
  );
  if (isThere) await copy(join(cacheRoot, name), cacheFolder);
};

/** Stores a project's package cache for the next test run. */
export const storePackages = async (name: string, cacheFolder: string): Promise<void> => {
  const draft = join(cacheRoot, `.${name}-${process.pid}`);
  await copy(cacheFolder, draft);
  await rm(join(cacheRoot, name), { recursive: true, force: true });
  await rename(draft, join(cacheRoot, name));
};

const copy = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  await promisify(execFile)("cp", ["-a", `${from}/.`, to]);
};
