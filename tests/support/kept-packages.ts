import { execFile } from "node:child_process";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Stored with our packages, so that a second test run need not fetch a generator's packages again. */
const kept = join(import.meta.dirname, "../../node_modules/.cache/freehold-packages");

/** Restores a project's package cache from an earlier test run. */
export const restorePackages = async (name: string, cacheFolder: string): Promise<void> => {
  const isThere = await access(join(kept, name)).then(
    () => true,
    () => false,
  );
  if (isThere) await copy(join(kept, name), cacheFolder);
};

/** Stores a project's package cache for the next test run. */
export const keepPackages = async (name: string, cacheFolder: string): Promise<void> => {
  const draft = join(kept, `.${name}-${process.pid}`);
  await copy(cacheFolder, draft);
  await rm(join(kept, name), { recursive: true, force: true });
  await rename(draft, join(kept, name));
};

const copy = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  await promisify(execFile)("cp", ["-a", `${from}/.`, to]);
};
