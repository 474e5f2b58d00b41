import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { standOnRunGround } from "./tests/support/run-ground.ts";

standOnRunGround();

const seconds = 1000;
/** Many tests wait for processes and timers rather than compute: more files at once than there are cores. */
const parallelFiles = availableParallelism() + 1;
/** A page computes much while it is drawn, and nothing while it is looked at. */
const parallelPages = Math.max(2, Math.floor(availableParallelism() / 2));

interface Scope {
  readonly include: string[];
  readonly timeoutSeconds: number;
  /** Groups run one after another. */
  readonly group: number;
  /** Files that run at the same time. */
  readonly atOnce: number;
  readonly globalSetup?: string[];
}

const project = (name: string, { include, timeoutSeconds, group, atOnce, globalSetup = [] }: Scope) => ({
  extends: true as const,
  test: {
    name,
    include,
    testTimeout: timeoutSeconds * seconds,
    hookTimeout: timeoutSeconds * seconds,
    sequence: { groupOrder: group },
    maxWorkers: atOnce,
    globalSetup,
  },
});

const unit = project("unit", {
  include: ["src/**/*.test.{ts,tsx}", "resources/**/*.test.ts", "scripts/**/*.test.ts"],
  timeoutSeconds: 60,
  group: 1,
  atOnce: parallelFiles,
});
const contract = project("contract", {
  include: ["tests/*.test.ts"],
  timeoutSeconds: 300,
  group: 1,
  atOnce: parallelFiles,
});
// Browser tests come last and by themselves: a page that waits for busy cores would only measure the other tests.
const e2e = project("e2e", {
  include: ["tests/e2e/*.test.ts"],
  timeoutSeconds: 600,
  group: 2,
  atOnce: parallelPages,
  globalSetup: ["tests/support/browser-server.ts"],
});
// At their full size, which takes long: only by `npm run soak`.
const soak = project("soak", {
  include: ["tests/soak/*.test.ts"],
  timeoutSeconds: 3600,
  group: 3,
  atOnce: 1,
});

export default defineConfig({
  test: {
    environment: "node",
    server: { deps: { inline: [/@refinedev\//] } },
    globalSetup: ["tests/support/database-server.ts"],
    setupFiles: ["tests/support/file-end.ts"],
    restoreMocks: true,
    teardownTimeout: 60 * seconds,
    projects: [unit, contract, e2e, ...(process.env.SOAK ? [soak] : [])],
  },
});
