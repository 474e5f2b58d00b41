import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { roomyHeap, setRunEnvironment } from "./tests/support/run-environment.ts";

setRunEnvironment();

const seconds = 1000;
/** Many tests wait for processes and timers rather than compute: more files at once than there are cores. */
const parallelFiles = availableParallelism() + 2;
/** A page computes much while it is drawn, and nothing while it is looked at or waits for the cloud. */
const parallelPages = Math.max(3, Math.floor(availableParallelism() / 2));
/** How often a failed test runs again on CI. `npm test` lists the tests that passed only then. */
const retry = process.env.CI ? 2 : 0;

const dashboardTests = "src/dashboard/**/*.test.{ts,tsx}";
/** The dashboard's modules keep what a page keeps, and some of these tests replace modules: each file has its own process. */
const pageTests = globSync(dashboardTests, { cwd: import.meta.dirname }).filter((path) =>
  readFileSync(join(import.meta.dirname, path), "utf8").includes("@vitest-environment jsdom"),
);

interface Scope {
  readonly include: string[];
  readonly exclude?: string[];
  /** Only ends a test that hangs: the slowest test takes a quarter of it on a machine that is busy with other work. */
  readonly timeoutSeconds: number;
  /** Groups run one after another. */
  readonly group: number;
  /** Files that run at the same time. */
  readonly atOnce: number;
  /** Whether each file has a process of its own. Loading the server anew for each would cost as much as half of its tests. */
  readonly isolate?: boolean;
  readonly globalSetup?: string[];
}

const project = (
  name: string,
  { include, exclude = [], timeoutSeconds, group, atOnce, isolate = true, globalSetup = [] }: Scope,
) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    testTimeout: timeoutSeconds * seconds,
    hookTimeout: timeoutSeconds * seconds,
    sequence: { groupOrder: group },
    maxWorkers: atOnce,
    isolate,
    globalSetup,
    retry,
  },
});

const unit = project("unit", {
  include: ["src/{cloud,cli}/**/*.test.ts", "resources/**/*.test.ts", "scripts/**/*.test.ts"],
  timeoutSeconds: 300,
  group: 1,
  atOnce: parallelFiles,
  isolate: false,
});
const dashboard = project("dashboard", {
  include: [dashboardTests],
  exclude: pageTests,
  timeoutSeconds: 300,
  group: 1,
  atOnce: parallelFiles,
  isolate: false,
});
const pages = project("pages", {
  include: pageTests,
  timeoutSeconds: 300,
  group: 1,
  atOnce: parallelFiles,
});
const contract = project("contract", {
  include: ["tests/contract/*/*.test.ts"],
  timeoutSeconds: 600,
  group: 1,
  atOnce: parallelFiles,
  isolate: false,
});
// Browser tests come last and by themselves: a page that waits for busy cores would only measure the other tests.
const e2e = project("e2e", {
  include: ["tests/e2e/*/*.test.ts"],
  timeoutSeconds: 900,
  group: 2,
  atOnce: parallelPages,
  isolate: false,
  globalSetup: ["tests/support/browser/browser-server.ts"],
});
// At their full size, which takes long: only by `npm run soak`.
const soak = project("soak", {
  include: ["tests/soak/*.test.ts"],
  timeoutSeconds: 3600,
  group: 3,
  atOnce: 1,
});

// Clients that `npm run interop` installs.
const interop = project("interop", {
  include: ["tests/interop/*.test.ts"],
  timeoutSeconds: 900,
  group: 3,
  atOnce: 1,
});

export default defineConfig({
  test: {
    environment: "node",
    server: { deps: { inline: [/@refinedev\//] } },
    globalSetup: ["tests/support/database/database-server.ts"],
    setupFiles: ["tests/support/each-file.ts"],
    restoreMocks: true,
    // What happens soon may take long on a busy machine; a test that passes does not wait.
    expect: { poll: { timeout: 90 * seconds, interval: 20 } },
    teardownTimeout: 60 * seconds,
    execArgv: [...roomyHeap, "--initial-old-space-size=1024"],
    projects: [
      unit,
      dashboard,
      pages,
      contract,
      e2e,
      ...(process.env.SOAK ? [soak] : []),
      ...(process.env["INTEROP_PYTHON"] ? [interop] : []),
    ],
  },
});
