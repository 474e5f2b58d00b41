import { defineConfig } from "vitest/config";

const seconds = 1000;

const project = (
  name: string,
  include: string[],
  timeoutSeconds: number,
  groupOrder: number,
  globalSetup: string[] = [],
) => ({
  extends: true as const,
  test: {
    name,
    include,
    testTimeout: timeoutSeconds * seconds,
    hookTimeout: timeoutSeconds * seconds,
    sequence: { groupOrder },
    globalSetup,
  },
});

/** At their full size, which takes long: only by `npm run soak`. */
const soak = process.env.SOAK ? [project("soak", ["tests/soak/*.test.ts"], 3600, 2)] : [];

export default defineConfig({
  test: {
    environment: "node",
    server: { deps: { inline: [/@refinedev\//] } },
    globalSetup: ["tests/support/database-server.ts"],
    setupFiles: ["tests/support/file-end.ts"],
    restoreMocks: true,
    teardownTimeout: 60 * seconds,
    projects: [
      project("unit", ["src/**/*.test.{ts,tsx}", "resources/**/*.test.ts", "scripts/**/*.test.ts"], 60, 0),
      project("contract", ["tests/*.test.ts"], 300, 0),
      // Browser tests come last: a page that waits for two busy cores would only measure the other tests.
      project("e2e", ["tests/e2e/*.test.ts"], 600, 1, ["tests/support/browser-server.ts"]),
      ...soak,
    ],
  },
});
