import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const depthMax = 4;
/** Contents of samples and templates are not checked, since they are separate projects. */
const insideSample = /^(samples|templates)\/[^/]+\//;

/** Returns the folders with our files, up to four levels deep. */
const realFolders = (): string[] => {
  const listing = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const files = listing
    .toString()
    .split("\0")
    .filter((path) => path && existsSync(join(root, path)));
  const folders = files.flatMap((file) => {
    const parts = dirname(file).split("/");
    return parts.slice(0, depthMax).map((_, index) => parts.slice(0, index + 1).join("/"));
  });
  return [...new Set(folders)].filter((folder) => folder !== "." && !insideSample.test(folder)).toSorted();
};

/** Pages with a folder tree, and the folder where each tree starts. */
const trees = [
  ["architecture", ""],
  ["server-folders", "src/cloud/"],
  ["dashboard-folders", "src/dashboard/"],
  ["testing", "tests/"],
] as const;

/** Returns the indented names in each page's first block without a language, as paths. */
const documentedFolders = (): string[] =>
  trees.flatMap(([page, start]) => {
    const document = readFileSync(join(root, `docs/contribute/${page}.md`), "utf8");
    const [, tree = ""] = /\n\n```\n([\s\S]*?)```/.exec(document) ?? [];
    const trail: string[] = [];
    return tree
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const [, indent = "", name = ""] = /^( *)(\S+) +\S/.exec(line) ?? [];
        trail.splice(indent.length / 2, Infinity, name);
        return start + trail.join("/");
      });
  });

test("docs/contribute describes every folder and no others", () => {
  expect(documentedFolders().toSorted()).toEqual(realFolders());
});
