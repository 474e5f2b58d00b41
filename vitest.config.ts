import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const seconds = 1000;
/** Many tests wait for processes and timers rather than compute: two at once even on a small machine. */
const parallelFiles = Math.max(2, availableParallelism() - 1);

interface Scope {
  readonly include: string[];
  readonly timeoutSeconds: number;
  /** Groups run one after another. */
  readonly group: number;
  readonly files: "in parallel" | "one by one";
  readonly globalSetup?: string[];
}

const project = (name: string, { include, timeoutSeconds, group, files, globalSetup = [] }: Scope) => ({
  extends: true as const,
  test: {
    name,
    include,
    testTimeout: timeoutSeconds * seconds,
    hookTimeout: timeoutSeconds * seconds,
    sequence: { groupOrder: group },
    maxWorkers: files === "in parallel" ? parallelFiles : 1,
    globalSetup,
  },
});

const unit = project("unit", {
  include: ["src/**/*.test.{ts,tsx}", "resources/**/*.test.ts", "scripts/**/*.test.ts"],
  timeoutSeconds: 60,
  group: 1,
  files: "in parallel",
});
const contract = project("contract", {
  include: ["tests/*.test.ts"],
  timeoutSeconds: 300,
  group: 1,
  files: "in parallel",
});
// Browser tests come last and alone: a page that waits for two busy cores would only measure the other tests.
const e2e = project("e2e", {
  include: ["tests/e2e/*.test.ts"],
  timeoutSeconds: 600,
  group: 2,
  files: "one by one",
  globalSetup: ["tests/support/browser-server.ts"],
});
// At their full size, which takes long: only by `npm run soak`.
const soak = project("soak", {
  include: ["tests/soak/*.test.ts"],
  timeoutSeconds: 3600,
  group: 3,
  files: "one by one",
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
