import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const depthMax = 4;
/** What lies inside a sample or a template is a project of its own. */
const insideSample = /^(samples|templates)\/[^/]+\//;

/** The folders that hold files of ours, down to the fourth level. */
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

/** The indented names in the document's block, as paths. */
const documentedFolders = (): string[] => {
  const document = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const [, tree = ""] = /```\n([\s\S]*?)```/.exec(document) ?? [];
  const trail: string[] = [];
  return tree
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [, indent = "", name = ""] = /^( *)(\S+) +\S/.exec(line) ?? [];
      trail.splice(indent.length / 2, Infinity, name);
      return trail.join("/");
    });
};

test("docs/architecture.md gives each folder of the tree a line, and no folder that is not there", () => {
  expect(documentedFolders().toSorted()).toEqual(realFolders());
});
