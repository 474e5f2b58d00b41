import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { lockFiles } from "../../../../../tests/support/hosting/lock-files.ts";
import { isOnPath, registryAnswers, shareTools } from "../../../../../tests/support/hosting/node-tools.ts";
import { testRegistry } from "../../../../../tests/support/hosting/npm-registry.ts";

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting();
  await shareTools(cloud.dataDir);
  await cloud.hosting.work();
});

/** Builds a repository of these files and waits for the end. */
const built = async (files: Record<string, string>, settings: object) => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, files);
  const project = await cloud.project(team, { deployType: "REPOSITORY", repoId: repository.id, ...settings });
  const end = await cloud.ended(team, await cloud.build(team, project), 240_000);
  const lines = (await cloud.logOf(team, end.id)).map(({ content }) => content);
  return { team, project, end, lines, label: (await cloud.live(team, project)).label };
};

/** Sets a PATH with only these programs and those that the server needs. */
const machineWith = async (programs: Record<string, string>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-machine-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(programs)) {
    await writeFile(join(folder, name), content);
    await chmod(join(folder, name), 0o755);
  }
  vi.stubEnv("PATH", [folder, process.env.PATH].join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
};

const hugoSite = { "hugo.toml": "title = 'Ours'\n", "content/_index.md": "Hello" };

test.skipIf(await isOnPath("zola", `${process.env.PATH}:/usr/local/bin:/usr/bin`)).each([
  ["a site generator", "zola build", {}],
  ["a script that runs one", "npm run build", { build: "npm run site", site: "zola build" }],
])("%s that the machine lacks fails at once, before install, naming the tool", async (_name, buildCommand, scripts) => {
  const files = { "config.toml": 'base_url = "/"\n', "package.json": JSON.stringify({ scripts }) };
  const { end, lines } = await built(files, { buildCommand, framework: "zola", outputDirectory: "public" });
  const message = expect.stringMatching(/^Zola is required for the build but not installed on the server: /);
  expect(end).toMatchObject({ state: "failure", error_message: message, build_seconds: 0 });
  expect(lines.join("\n")).not.toContain("npm install");
});

test("a site generator on the machine's PATH builds the site, wherever it is installed", async () => {
  const generator = "#!/bin/sh\nmkdir -p public && cat hugo.toml > public/index.html && echo built by $0\n";
  await machineWith({ hugo: generator });
  const { end, lines, label } = await built(hugoSite, { buildCommand: "hugo --gc", outputDirectory: "public" });
  expect(end, lines.join("\n")).toMatchObject({ state: "success" });
  expect(lines).toContain("built by /opt/bin/hugo");
  expect(await cloud.visit(label)).toEqual({ status: 200, text: hugoSite["hugo.toml"] });
});

test("a framework's slug alone requires no tool: only those in the build command are required", async () => {
  const { end } = await built(hugoSite, {
    framework: "hugo",
    buildCommand: "mkdir public && echo by hand > public/index.html",
    outputDirectory: "public",
  });
  expect(end.state).toBe("success");
});

test.skipIf(!registryAnswers).each([
  ["18", /^v18\./, /^10\./],
  ["22", /^v22\./, /^10\./],
])("a project on Node.js %s is built by it: node, npm and scripts", async (nodeVersion, node, npm) => {
  const scripts = {
    build: "node -v && npm -v && npx node -v && mkdir dist && node -p process.version > dist/index.html",
  };
  const { end, lines, label } = await built(
    { "package.json": JSON.stringify({ scripts, dependencies: { "is-number": "7.0.0" } }) },
    { nodeVersion, buildCommand: "npm run build", outputDirectory: "dist" },
  );
  expect(end, lines.join("\n")).toMatchObject({ state: "success" });
  expect(lines.filter((line) => node.test(line))).toHaveLength(2);
  expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(npm)]));
  expect((await cloud.visit(label)).text).toMatch(node);
});

test.skipIf(!registryAnswers).each([
  ["pnpm", "pnpm-lock.yaml", lockFiles.pnpm, "pnpm@10.34.9+sha512.00", "pnpm run", "10.34.9"],
  ["Yarn 1", "yarn.lock", lockFiles.classicYarn, undefined, "yarn run", "1.22."],
  ["Yarn 4", "yarn.lock", lockFiles.modernYarn, "yarn@4.6.0", "yarn run", "4.6.0"],
])(
  "%s installs by its lock file, and is there for the build's scripts",
  async (_name, lock, text, named, run, version) => {
    const site = "node -p 'require(`is-number`)(7)' > dist/index.html";
    const scripts = { build: `mkdir dist && ${run} site`, site };
    const manifest = { name: "x", packageManager: named, scripts, dependencies: { "is-number": "7.0.0" } };
    const { end, lines, label } = await built(
      { "package.json": JSON.stringify(manifest), [lock]: text },
      { buildCommand: `${run.split(" ")[0]} --version && npm run build`, outputDirectory: "dist" },
    );
    expect(end, lines.join("\n")).toMatchObject({ state: "success" });
    expect(lines.some((line) => line.startsWith(version))).toBe(true);
    expect((await cloud.visit(label)).text).toBe("true\n");
  },
);

test("an unavailable Node.js version ends the deployment with one error message", async () => {
  const registry = await testRegistry();
  vi.stubEnv("npm_config_registry", registry.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const own = join(cloud.dataDir, "tools");
  await rm(own);
  await mkdir(own);
  onTestFinished(async () => {
    await rm(own, { recursive: true });
    await shareTools(cloud.dataDir);
  });
  const { end, lines } = await built({ "package.json": "{}" }, { nodeVersion: "20", buildCommand: "true" });
  expect(end.state).toBe("failure");
  expect(end.error_message).toMatch(/^Couldn't fetch Node\.js 20 from the package registry \(.*404.*\)\. Deploy/);
  expect(lines).toContain("Fetching Node.js 20 …");
  expect(lines.join("\n")).not.toContain("npm install");
});
