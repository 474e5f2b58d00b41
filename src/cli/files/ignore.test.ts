import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createIgnore } from "./ignore.ts";

let repository: string;
beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), "freehold-ignore-"));
  execFileSync("git", ["init", "-q", repository]);
});
afterAll(() => rm(repository, { recursive: true, force: true }));

const paths = [
  "a",
  "a.log",
  "b.log",
  "A.LOG",
  "docs/a.log",
  "docs/deep/er/a.log",
  "docs/guide.md",
  "x/docs/guide.md",
  "build",
  "x/build",
  "build.txt",
  "a[1].txt",
  "a1.txt",
  "file 1.txt",
  "#note",
  "!bang",
  "tmp/keep.txt",
  "tmp/drop.txt",
  "b-",
  "c]",
];

describe("rules follow Git's syntax", () => {
  test.each([
    ["*.log"],
    ["*.log\n!b.log"],
    ["/a.log"],
    ["docs/*.log"],
    ["docs/**/*.log"],
    ["**/guide.md"],
    ["docs/**"],
    ["build"],
    ["/build"],
    ["build*"],
    ["a?.txt"],
    ["a[0-9].txt"],
    ["a[!0-9].txt"],
    ["a\\[1\\].txt"],
    ["[a-c]*"],
    ["[]c]*"],
    ["[z-a]*"],
    ["b[-]"],
    ["a[[:digit:]].txt"],
    ["[[:upper:]]*"],
    ["[![:alpha:]]*"],
    ["file[[:space:]]1.txt"],
    ["[[:punct:]]*"],
    ["[[:lower:][:punct:]]*"],
    ["a[[:nope:]]*"],
    ["[[:alpha:]-]-"],
    ["c[\\]]"],
    ["b[\\-]"],
    ["docs[/]guide.md"],
    ["docs[.-0]guide.md"],
    ["file\\ 1.txt"],
    ["a.log   "],
    ["\\#note\n\\!bang"],
    ["# comment\n\n*.md"],
    ["tmp/*\n!tmp/keep.txt"],
    ["*\n!a"],
    ["a.log\r\nb.log\r"],
  ])("%j", async (rules) => {
    await writeFile(join(repository, ".gitignore"), rules);
    const isExcluded = createIgnore(rules);
    const byGit = (path: string): boolean => {
      try {
        execFileSync("git", ["-C", repository, "check-ignore", "-q", "--no-index", path]);
        return true;
      } catch {
        return false;
      }
    };
    // Files in an excluded folder are never checked.
    const byUs = (path: string): boolean =>
      path
        .split("/")
        .some((_, at, names) => isExcluded(names.slice(0, at + 1).join("/"), at < names.length - 1) !== undefined);
    expect(paths.filter(byUs)).toEqual(paths.filter(byGit));
  });

  test("a rule for folders doesn't match files with that name", () => {
    const isExcluded = createIgnore("build/");
    expect([isExcluded("build", true), isExcluded("x/build", true), isExcluded("build", false)]).toEqual([
      "own",
      "own",
      undefined,
    ]);
  });
});

describe("without a rule", () => {
  test.each([
    ".git",
    "node_modules",
    "x/node_modules",
    ".env",
    ".env.production",
    "x/.env.local",
    ".freehold",
    ".DS_Store",
  ])("%s is not deployed", (path) => expect(createIgnore("")(path, true)).toBe("default"));

  test.each([".well-known/security.txt", "environment.js", ".nojekyll", "git.html"])("%s is deployed", (path) =>
    expect(createIgnore("")(path, false)).toBeUndefined(),
  );

  test("a custom rule includes an excluded file again", () => {
    expect(createIgnore("!.env.example")(".env.example", false)).toBeUndefined();
  });
});
