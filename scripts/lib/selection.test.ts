import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./root.mjs";
import { browserFolders, withFolders } from "./selection.mjs";

test("a capability stands for its folders, and other arguments stay vitest's", () => {
  const folders = withFolders(["hosting", "--bail=1", "src/cloud/rpc"]);
  expect(folders).toEqual([
    "resources/hosting/",
    "src/cloud/hosting/",
    "src/dashboard/hosting/",
    "tests/contract/hosting/",
    "tests/e2e/hosting/",
    "--bail=1",
    "src/cloud/rpc",
  ]);
  for (const folder of folders.slice(0, 5)) expect(existsSync(join(root, folder))).toBe(true);
});

test("a changed file concerns the browser tests of its capability, and the shell's if it belongs to none", () => {
  const changed = ["src/cloud/rpc/keys.ts", "resources/rpc/keys.ts", "src/dashboard/ui/icon.tsx", "docs/quickstart.md"];
  expect(browserFolders(changed)).toEqual(["tests/e2e/rpc/", "tests/e2e/shell/"]);
  expect(browserFolders(["tests/e2e/hosting/deploy.test.ts", "README.md"])).toEqual(["tests/e2e/hosting/"]);
});
