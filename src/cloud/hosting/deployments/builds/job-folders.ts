import { execFile } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Folders below that of a worker: one for each running build, caches for each project that it has built. */
export type JobFolders = ReturnType<typeof createJobFolders>;

/** Creates the folders of a worker, which must hold the lease of `folder`. */
export const createJobFolders = (folder: string) => {
  const builds = join(folder, "builds");
  const caches = join(folder, "build-cache");
  const frameworkCaches = join(folder, "framework-cache");
  return {
    /** Creates an empty folder for a build. */
    open: async (deploymentId: string): Promise<string> => {
      const build = join(builds, deploymentId);
      await removeFolder(build);
      await mkdir(build, { recursive: true });
      return build;
    },
    remove: (deploymentId: string): Promise<void> => removeFolder(join(builds, deploymentId)),
    /** Returns the project's package cache, kept between builds. */
    cache: async (projectId: string): Promise<string> => {
      const cache = join(caches, projectId);
      await mkdir(cache, { recursive: true });
      return cache;
    },
    /** Returns the folder of the project's framework cache, kept between builds; it may not exist. */
    frameworkCache: (projectId: string): string => join(frameworkCaches, projectId),
    cachedProjects: async (): Promise<string[]> => {
      const names = await Promise.all([caches, frameworkCaches].map((each) => readdir(each).catch(() => [])));
      return [...new Set(names.flat())];
    },
    removeCache: async (projectId: string): Promise<void> => {
      for (const each of [caches, frameworkCaches]) await removeFolder(join(each, projectId));
    },
  };
};

/**
 * Removes a build's folder, which can be unreadable to its owner, nested beyond the path limit, or contain names that
 * are not text.
 */
export const removeFolder = async (folder: string): Promise<void> => {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await run("chmod", ["-R", "u+rwX", "--", folder]).catch(() => undefined);
    await run("rm", ["-rf", "--", folder]);
  }
};

const run = promisify(execFile);
