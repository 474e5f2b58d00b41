import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testFolder } from "../../../../../tests/support/ipfs/blocks.ts";
import { writeFiles } from "../../../../../tests/support/ipfs/unixfs.ts";
import { findOutput } from "./output.ts";

test("files that usually hold secrets are left out of a build's output, and named", async () => {
  const root = await testFolder();
  await writeFiles(root, {
    "out/index.html": "home",
    "out/.env": "PASSWORD=x",
    "out/.env.example": "PASSWORD=",
    "out/deep/site.key": "key",
    "out/.ssh/config": "x",
    ".env": "not in the output",
  });
  const workspace = { source: root, rootDirectory: "", root, cache: "", frameworkCache: "" };
  const output = await findOutput(workspace, "out");
  expect(output).toMatchObject({ fileCount: 2, sizeBytes: 13 });
  expect(output.leftOut.toSorted()).toEqual([".env", ".ssh/config", "deep/site.key"]);
  const left = await readdir(output.folder, { recursive: true });
  expect(left.toSorted()).toEqual([".env.example", ".ssh", "deep", "index.html"]);
  expect(await readdir(root)).toContain(".env");
  await expect(findOutput(workspace, join("out", "deep"))).rejects.toMatchObject({
    code: "OUTPUT_EMPTY",
  });
});
