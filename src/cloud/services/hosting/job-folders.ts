import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Folders of a worker below DATA_DIR: one for each running build, one cache for each project that builds. */
export interface JobFolders {
  /** Returns a stable name for this worker, used to find its unfinished deployments after a restart. */
  workerId(): Promise<string>;
  /** Creates an empty folder for a build. */
  open(deploymentId: string): Promise<string>;
  remove(deploymentId: string): Promise<void>;
  /** Removes the folders of builds whose process died. */
  sweep(): Promise<void>;
  /** Returns the project's package cache, kept between builds. */
  cache(projectId: string): Promise<string>;
  /** Returns the folder of the project's framework cache, kept between builds; it may not exist. */
  frameworkCache(projectId: string): string;
  cachedProjects(): Promise<string[]>;
  removeCache(projectId: string): Promise<void>;
}

export const createJobFolders = (dataDir: string): JobFolders => {
  const builds = join(dataDir, "builds");
  const caches = join(dataDir, "build-cache");
  const frameworkCaches = join(dataDir, "framework-cache");
  const workerFile = join(dataDir, "worker-id");
  return {
    workerId: async () => {
      await mkdir(dataDir, { recursive: true });
      await writeFile(workerFile, randomUUID(), { flag: "wx" }).catch(ignoreExisting);
      return (await readFile(workerFile, "utf8")).trim();
    },
    open: async (deploymentId) => {
      const folder = join(builds, deploymentId);
      await removeFolder(folder);
      await mkdir(folder, { recursive: true });
      return folder;
    },
    remove: (deploymentId) => removeFolder(join(builds, deploymentId)),
    sweep: () => removeFolder(builds),
    cache: async (projectId) => {
      const folder = join(caches, projectId);
      await mkdir(folder, { recursive: true });
      return folder;
    },
    frameworkCache: (projectId) => join(frameworkCaches, projectId),
    cachedProjects: async () => {
      const names = await Promise.all([caches, frameworkCaches].map((folder) => readdir(folder).catch(() => [])));
      return [...new Set(names.flat())];
    },
    removeCache: async (projectId) => {
      for (const folder of [caches, frameworkCaches]) await removeFolder(join(folder, projectId));
    },
  };
};

/**
 * Removes a build's folder, which can be unreadable to its owner, nested beyond the path limit, or contain names that
 * are not text.
 */
const removeFolder = async (folder: string): Promise<void> => {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await run("chmod", ["-R", "u+rwX", "--", folder]).catch(() => undefined);
    await run("rm", ["-rf", "--", folder]);
  }
};

const run = promisify(execFile);

const ignoreExisting = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EEXIST") throw error;
};
