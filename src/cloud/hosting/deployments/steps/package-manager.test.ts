import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packageManagerOf } from "./package-manager.ts";

/** Returns the package manager of a folder with these files, and the packages of its programs. */
const chosen = async (files: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-packages-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const { install, shims = {} } = (await packageManagerOf(folder)) ?? {};
  const packages = Object.entries(shims).map(([name, text]) => [name, /--package=(\S+)/.exec(text)?.[1]]);
  return { install, packages: Object.fromEntries(packages) as object };
};
const manifest = (packageManager?: string) => JSON.stringify({ packageManager });

test("the lock file decides the package manager; without one it is npm, without package.json none", async () => {
  expect(await chosen({})).toEqual({ install: undefined, packages: {} });
  expect(await chosen({ "yarn.lock": "" })).toEqual({ install: undefined, packages: {} });
  expect(await chosen({ "package.json": manifest() })).toEqual({ install: "npm install", packages: {} });
  for (const lock of ["package-lock.json", "npm-shrinkwrap.json"])
    expect(await chosen({ "package.json": manifest(), [lock]: "{}", "yarn.lock": "" })).toEqual({
      install: "npm ci",
      packages: {},
    });
});

test.each([
  ["9.0", "pnpm@10"],
  ["6.1", "pnpm@8"],
  ["5.4", "pnpm@7"],
])("a pnpm-lock.yaml of format %s is read by %s", async (format, spec) => {
  const files = { "package.json": manifest(), "pnpm-lock.yaml": `lockfileVersion: '${format}'\n` };
  expect(await chosen(files)).toEqual({
    install: "pnpm install --frozen-lockfile",
    packages: { pnpm: spec, pnpx: spec },
  });
});

test("Yarn's two lock file formats are distinguished", async () => {
  const of = (lock: string, named?: string) => chosen({ "package.json": manifest(named), "yarn.lock": lock });
  const modern = "# x\n\n__metadata:\n  version: 8\n";
  expect(await of("# yarn lockfile v1\n")).toEqual({
    install: "yarn install --frozen-lockfile",
    packages: { yarn: "yarn@1" },
  });
  expect(await of(modern)).toEqual({
    install: "YARN_NODE_LINKER=node-modules yarn install --immutable",
    packages: { yarn: "@yarnpkg/cli-dist@4" },
  });
  expect((await of(modern, "yarn@3.8.7+sha256.aa")).packages).toEqual({ yarn: "@yarnpkg/cli-dist@3.8.7" });
});

test("the version in package.json is used, and nothing else of it gets into a command", async () => {
  const of = async (named: string) =>
    (await chosen({ "package.json": manifest(named), "pnpm-lock.yaml": "lockfileVersion: '9.0'\n" })).packages;
  expect(await of("pnpm@9.12.3")).toEqual({ pnpm: "pnpm@9.12.3", pnpx: "pnpm@9.12.3" });
  for (const named of ["pnpm@$(id)", "pnpm@9.1.0; id", "pnpm@latest", "../evil@1.0.0", "yarn@1.22.22"])
    expect(await of(named)).toEqual({ pnpm: "pnpm@10", pnpx: "pnpm@10" });
});

/** The same for a folder of a repository with these files; `folder` is where it installs. */
const chosenIn = async (folder: string, files: Record<string, string>) => {
  const source = await mkdtemp(join(tmpdir(), "freehold-packages-"));
  onTestFinished(() => rm(source, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(source, name)), { recursive: true });
    await writeFile(join(source, name), content);
  }
  const manager = (await packageManagerOf(join(source, folder), source))!;
  const [spec] = Object.values(manager.shims).map((text) => /--package=(\S+)/.exec(text)?.[1]);
  return [relative(source, manager.folder), manager.install, spec];
};
const member = { "apps/web/package.json": "{}" };
const workspaces = (...patterns: string[]) => JSON.stringify({ workspaces: patterns });

test("a package of a workspace is installed with the workspace, by its lock file and the package manager it names", async () => {
  const pnpm = "packages:\n  # ours\n  - 'apps/*' # all\n  - \"!apps/old\"\ncatalog: {}\n";
  const pnpmFiles = { ...member, "pnpm-workspace.yaml": pnpm, "pnpm-lock.yaml": "lockfileVersion: '9.0'\n" };
  const named = JSON.stringify({ packageManager: "pnpm@9.12.3" });
  expect(await chosenIn("apps/web", { ...pnpmFiles, "package.json": named })).toEqual([
    "",
    "pnpm install --frozen-lockfile",
    "pnpm@9.12.3",
  ]);
  const npm = { ...member, "package-lock.json": "{}" };
  for (const patterns of [["apps/*"], ["./apps/web/"], ["**"], ["packages/*", "apps/**"], ["a?ps/web"]])
    expect(await chosenIn("apps/web", { ...npm, "package.json": workspaces(...patterns) })).toEqual([
      "",
      "npm ci",
      undefined,
    ]);
  const yarn = { ...member, "package.json": JSON.stringify({ workspaces: { packages: ["apps/*"] } }) };
  expect(await chosenIn("apps/web", { ...yarn, "yarn.lock": "# yarn lockfile v1\n" })).toEqual([
    "",
    "yarn install --frozen-lockfile",
    "yarn@1",
  ]);
});

test("a package that no workspace around it includes, or with its own lock file, stands alone", async () => {
  const own = ["apps/web", "npm install", undefined];
  const around = { ...member, "package-lock.json": "{}" };
  expect(await chosenIn("apps/web", { ...around, "package.json": "{}" })).toEqual(own);
  expect(await chosenIn("apps/web", { ...around, "package.json": workspaces("packages/*") })).toEqual(own);
  expect(await chosenIn("apps/web", { ...around, "package.json": workspaces("apps/*", "!apps/web") })).toEqual(own);
  const locked = { ...around, "package.json": workspaces("apps/*"), "apps/web/package-lock.json": "{}" };
  expect(await chosenIn("apps/web", locked)).toEqual(["apps/web", "npm ci", undefined]);
});
