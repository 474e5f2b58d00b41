import { expect } from "vitest";
import type { Builder } from "./builder.ts";
import type { Starter } from "./starters.ts";
import { execFile } from "node:child_process";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Stored with our packages, so that a second test run need not fetch a generator's packages again. */
const cacheRoot = join(import.meta.dirname, "../../../node_modules/.cache/freehold-packages");

/** Restores a project's package cache from an earlier test run. */
const restorePackages = async (name: string, cacheFolder: string): Promise<void> => {
  const isThere = await access(join(cacheRoot, name)).then(
    () => true,
    () => false,
  );
  if (isThere) await copy(join(cacheRoot, name), cacheFolder);
};

/** Stores a project's package cache for the next test run. */
const storePackages = async (name: string, cacheFolder: string): Promise<void> => {
  const draft = join(cacheRoot, `.${name}-${process.pid}`);
  await copy(cacheFolder, draft);
  await rm(join(cacheRoot, name), { recursive: true, force: true });
  await rename(draft, join(cacheRoot, name));
};

const copy = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  await promisify(execFile)("cp", ["-a", `${from}/.`, to]);
};

/** Below the tests' limits, so that a timeout names the build. */
const buildTimeoutMs = 6 * 60_000;

/** Uses npm's cache if possible. */
const env = [{ key: "npm_config_prefer_offline", value: "true" }];

/** Pushes a starter and creates a project with the detected settings. Resolves when its first deployment is live. */
export const putOnline = async (builder: Builder, name: string, starter: Starter, settings: object = {}) => {
  const { id, pushUrl } = await builder.repository(name);
  await starter.push(pushUrl);
  const { scripts: _, engines: __, toolMissing, ...found } = await builder.detect(id);
  expect(toolMissing).toBe("");
  const projectId = await builder.project(name, id, { ...found, env, ...settings });
  await restorePackages(name, await builder.packagesOf(projectId));
  const { task, log } = await builder.build(projectId, buildTimeoutMs);
  await storePackages(name, await builder.packagesOf(projectId));
  expect(task, log).toMatchObject({ state: "success", live: true });
  return { found, visit: (path: string) => builder.visit(projectId, path) };
};
