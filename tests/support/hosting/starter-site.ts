import { expect } from "vitest";
import type { Builder } from "./builder.ts";
import { storePackages, restorePackages } from "./package-cache.ts";
import type { Starter } from "./starters.ts";

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
