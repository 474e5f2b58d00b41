/** Caches a framework's folders between builds of a project: moved out after a build, and back before the next one. */
import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { frameworks } from "../../../../../resources/hosting/builds/frameworks.ts";
import { frameworkCacheBytesMax, frameworkCacheFilesMax } from "../../../../../resources/limits.ts";
import type { Attempt } from "../builds/attempt.ts";
import { messages } from "../messages.ts";
import { isInside } from "./output.ts";
import type { Workspace } from "./workspace.ts";

interface CachingAttempt {
  readonly project: Pick<Attempt["project"], "framework" | "build_command" | "output_directory">;
  readonly log: Pick<Attempt["log"], "say">;
}
type Place = Pick<Workspace, "source" | "root" | "frameworkCache">;

/** Parses ".next/cache/**" → [".next/cache"]; "{.cache,public}/**" → [".cache", "public"]. */
export const cachedFolders = (slug: string): string[] => {
  const pattern = frameworks.find((framework) => framework.slug === slug)?.cachePattern;
  if (pattern === undefined) return [];
  const [, choices, folder] = /^(?:\{([^}]+)\}|([^{}*]+))\/\*\*$/.exec(pattern) ?? [];
  return choices?.split(",") ?? (folder === undefined ? [] : [folder]);
};

/** Restores the cached folders of the last build, after the packages are installed. */
export const restoreFrameworkCache = async (place: Place, { project, log }: CachingAttempt): Promise<void> => {
  const stored = await storedFolders(place.frameworkCache);
  for (const folder of cachedFolders(project.framework)) {
    const from = stored.get(folder);
    const to = join(place.root, folder);
    // A folder from the repository or the installation is newer.
    if (from === undefined || (await lstat(to).catch(() => undefined)) || !(await isOurs(place, dirname(to)))) continue;
    await rename(from, to);
    log.say(messages.cacheRestored(folder));
  }
  await forget(place);
};

/**
 * Caches the framework's folders for the project's next build; a failed build caches nothing. Folders that are also the
 * output are cached by the returned function, after publishing.
 */
export const saveFrameworkCache = async (
  place: Place,
  { project, log }: CachingAttempt,
): Promise<() => Promise<void>> => {
  await forget(place);
  const stored: Record<string, string> = {};
  let bytes = 0;
  const keep = async (folder: string): Promise<void> => {
    const from = join(place.root, folder);
    const isFolder = (await lstat(from).catch(() => undefined))?.isDirectory() ?? false;
    if (!isFolder || !(await isOurs(place, dirname(from)))) return;
    const size = await sizeOf(from, frameworkCacheBytesMax - bytes);
    if (size === undefined) return log.say(messages.cacheTooLarge(folder, frameworkCacheBytesMax));
    bytes += size;
    const name = randomUUID();
    await mkdir(place.frameworkCache, { recursive: true });
    await rename(from, join(place.frameworkCache, name));
    stored[folder] = name;
    await writeFile(indexOf(place.frameworkCache), JSON.stringify(stored));
    log.say(messages.cacheKept(folder, size));
  };
  // Without a build nothing was cached: the repository itself is the site.
  const folders = project.build_command === "" ? [] : cachedFolders(project.framework);
  const isPublished = (folder: string): boolean =>
    project.output_directory !== "" && isInside(join("/", folder), join("/", project.output_directory));
  for (const folder of folders) if (!isPublished(folder)) await keep(folder);
  return async () => {
    for (const folder of folders) if (isPublished(folder)) await keep(folder);
  };
};

const indexOf = (frameworkCache: string): string => join(frameworkCache, "folders.json");

/** Maps each folder of the repository to its cached location. */
const storedFolders = async (frameworkCache: string): Promise<Map<string, string>> => {
  const text = await readFile(indexOf(frameworkCache), "utf8").catch(() => "{}");
  const entries = Object.entries(JSON.parse(text) as Record<string, string>);
  return new Map(entries.map(([folder, name]) => [folder, join(frameworkCache, name)]));
};

const forget = ({ frameworkCache }: Place): Promise<void> => rm(frameworkCache, { recursive: true, force: true });

/** Returns whether a folder is in the checked-out repository after resolving links. */
const isOurs = async ({ source }: Place, folder: string): Promise<boolean> => {
  await mkdir(folder, { recursive: true }).catch(() => undefined);
  const real = await realpath(folder).catch(() => undefined);
  return real !== undefined && isInside(await realpath(source), real);
};

/** Returns the bytes of all files; undefined if there are too many bytes or files to cache. */
const sizeOf = async (root: string, bytesMax: number): Promise<number | undefined> => {
  let [bytes, files] = [0, 0];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) bytes += (await lstat(path)).size;
      files += 1;
      if (bytes > bytesMax || files > frameworkCacheFilesMax) return undefined;
    }
  }
  return bytes;
};
