import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const depthMax = 4;
/** A sample or template is a separate project: its content is not checked. */
const insideSample = /^(samples|templates)\/[^/]+\//;

/** The folders with our files, down to the fourth level. */
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

/** Pages with a tree of folders, and the folder that each tree starts in. */
const trees = [
  ["architecture", ""],
  ["server-folders", "src/cloud/"],
  ["dashboard-folders", "src/dashboard/"],
] as const;

/** The indented names in the pages' first blocks, as paths. */
const documentedFolders = (): string[] =>
  trees.flatMap(([page, start]) => {
    const document = readFileSync(join(root, `docs/contribute/${page}.md`), "utf8");
    const [, tree = ""] = /```\n([\s\S]*?)```/.exec(document) ?? [];
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
