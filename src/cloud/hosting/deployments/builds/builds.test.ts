import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { errors } from "../../../../../resources/declare/errors.ts";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { buildFolders, packageCaches } from "../../../../../tests/support/hosting/workers.ts";
import { listenOnLoopback } from "../../../../../tests/support/server/loopback.ts";
import { cancel } from "../removal.ts";
import { redeploy } from "../deploy.ts";
import { editProject } from "../projects/projects.ts";
import { messages } from "../messages.ts";
import { saveFrameworkCache, restoreFrameworkCache } from "../steps/framework-cache.ts";
import { patience } from "../../../../../tests/support/patience.ts";

let cloud: TestHosting;
beforeAll(async () => {
  cloud = await testHosting({ BUILD_MEMORY_MB: "512" });
  await cloud.hosting.work();
});

const contents = async (team: string, id: string): Promise<string[]> =>
  (await cloud.logOf(team, id)).map(({ content }) => content);

/** Builds a repository of these files with this command and waits for the end. */
const built = async (files: Record<string, string>, buildCommand: string, settings = {}) => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, files);
  const project = await cloud.project(team, {
    deployType: "REPOSITORY",
    repoId: repository.id,
    buildCommand,
    ...settings,
  });
  const end = await cloud.ended(team, await cloud.build(team, project));
  const { label } = await cloud.live(team, project);
  return { team, repository, project, label, end, lines: await contents(team, end.id) };
};

test("a repository is installed, built with its variables and goes live; its build seconds are counted", async () => {
  const script = "mkdir dist && echo $GREETING > dist/index.html && echo '\u001b[32mgreen\u001b[0m'";
  const { team, project, label, end, lines } = await built(
    { "package.json": JSON.stringify({ name: "x", scripts: { build: script } }) },
    "npm run build",
    { outputDirectory: "dist", env: [{ key: "GREETING", value: "it's $HOME" }] },
  );
  expect(end).toMatchObject({ state: "success", file_count: 1, trigger: "person", branch: "main" });
  expect(lines).toEqual(expect.arrayContaining(["$ npm install", "$ npm run build", "\u001b[32mgreen\u001b[0m"]));
  expect(await cloud.visit(label)).toEqual({ status: 200, text: "it's $HOME\n" });
  expect(end.build_seconds).toBeGreaterThan(0);
  expect(Number(await cloud.usage.ofSubject(cloud.db, team, "BUILD_TIME", project))).toBe(end.build_seconds);
  await expect.poll(() => buildFolders(cloud.dataDir)).not.toContainEqual(expect.stringContaining(end.id));
});

test("a static repository without a build command is published unchanged, without its tools' folders", async () => {
  const { end, lines } = await built({ "index.html": "as is", "node_modules/x/index.js": "x" }, "");
  expect(end).toMatchObject({ state: "success", file_count: 1, build_seconds: 0 });
  expect(lines).toContain(messages.noBuildCommand);
});

test("a root directory can be a folder of the repository; the output directory is relative to it", async () => {
  const { label, end } = await built({ "apps/it's/a.txt": "from below" }, "mkdir out && cp a.txt out/index.html", {
    rootDirectory: "./apps/it's/",
    outputDirectory: "out",
  });
  expect(end.state).toBe("success");
  expect(await cloud.visit(label)).toEqual({ status: 200, text: "from below" });
});

test("a failed build ends its log with one error message, leaves the live site untouched and is still charged", async () => {
  const { team, project, label, end } = await built({ "index.html": "first" }, "true");
  await cloud.inTrx((trx) =>
    trx.updateTable("project").set({ build_command: "echo boom >&2; exit 3" }).where("id", "=", project).execute(),
  );
  const failed = await cloud.ended(team, await cloud.build(team, project));
  const lines = await contents(team, failed.id);
  expect(failed).toMatchObject({ state: "failure", error_message: messages.exit("build", 3), cid: null });
  expect(lines).toContain("boom");
  expect(lines.at(-1)).toBe(messages.exit("build", 3));
  expect(await cloud.live(team, project)).toMatchObject({ live_cid: end.cid, latest_state: "failure" });
  expect(failed.build_seconds).toBeGreaterThan(0);
  expect(await cloud.visit(label)).toEqual({ status: 200, text: "first" });
});

test("the error for a missing output directory names it and lists the existing folders", async () => {
  const { end } = await built({ "index.html": "x", "src/a.js": "a" }, "true", { outputDirectory: "dist" });
  expect(end.error_message).toBe(messages.outputMissing("dist", ["index.html", "src"]));
});

test.each([
  ["that is a link out of the project", "ln -s / out", messages.outputOutside("out")],
  ["that is a file", "touch out", messages.outputFile("out")],
  ["that is empty", "mkdir out", errors.OUTPUT_EMPTY.message],
  ["that holds a link", "mkdir out && ln -s /etc/passwd out/secret", messages.specialFile("secret")],
])("an output directory %s is refused", async (_name, command, message) => {
  const { end } = await built({ "index.html": "x" }, command, { outputDirectory: "out" });
  expect(end).toMatchObject({ state: "failure", error_message: message });
});

test.each(["../secret", "/etc", "a/../../b"])("the folder %s is refused on its field", async (folder) => {
  const team = await cloud.team();
  for (const field of ["rootDirectory", "outputDirectory"])
    await expect(cloud.project(team, { [field]: folder })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      fields: { [field]: [expect.any(String)] },
    });
});

test("a build that exceeds its memory limit fails with an out-of-memory message", async () => {
  const { end } = await built({ "index.html": "x" }, `node -e "const a=[];for(;;)a.push(Buffer.alloc(1e7,1))"`);
  expect(end).toMatchObject({ state: "failure", error_message: messages.memory("build", 512) });
});

test("a user cancels a build that never ends within seconds", async () => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "x" });
  const project = await cloud.project(team, {
    deployType: "REPOSITORY",
    repoId: repository.id,
    buildCommand: "echo on; sleep 1000",
  });
  const running = await cloud.build(team, project);
  const waiting = await cloud.build(team, project);
  await vi.waitFor(async () => expect(await contents(team, running)).toContain("on"), patience);
  expect(await cloud.deployment(team, waiting)).toMatchObject({ state: "queued", ahead: 0n });
  await cloud.inTrx((trx) => cancel(trx, team, waiting));
  await cloud.inTrx((trx) => cancel(trx, team, running));
  for (const id of [waiting, running]) {
    expect(await cloud.ended(team, id, 10_000)).toMatchObject({ state: "cancelled" });
    expect((await contents(team, id)).at(-1)).toBe(messages.cancelled);
    await expect(cloud.inTrx((trx) => cancel(trx, team, id))).rejects.toThrow(errors.NOT_CANCELLABLE.message);
  }
});

test("a long build never delays an upload", async () => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "x" });
  const settings = { deployType: "REPOSITORY", repoId: repository.id, buildCommand: "sleep 1000" } as const;
  const builds: string[] = [];
  for (let n = 0; n < 3; n += 1) builds.push(await cloud.build(team, await cloud.project(team, settings)));
  await cloud.reaches(team, builds[0]!, "running");
  await cloud.reaches(team, builds[1]!, "running");
  const site = await cloud.project(team);
  const upload = await cloud.deployFiles(team, site, { "index.html": "quick" });
  expect(await cloud.ended(team, upload, 5000)).toMatchObject({ state: "success" });
  const states = await Promise.all(builds.map(async (id) => (await cloud.deployment(team, id)).state));
  expect(states).toEqual(["running", "running", "queued"]);
  for (const id of builds) await cloud.inTrx((trx) => cancel(trx, team, id));
  for (const id of builds) await cloud.ended(team, id);
});

test("a redeploy builds the same commit again, even if the branch has newer commits", async () => {
  const { team, repository, project, end } = await built({ "index.html": "first" }, "true");
  await repository.push({ "index.html": "second" });
  const { deployment } = await cloud.inTrx((trx) => redeploy(cloud.hosting.deps, trx, team, end.id));
  const again = await cloud.ended(team, deployment.id);
  expect(again).toMatchObject({ state: "success", commit_hash: end.commit_hash, cid: end.cid, trigger: "redeploy" });
  expect(await cloud.live(team, project)).toMatchObject({ live_deployment_id: again.id });
});

test("a build is refused before it is queued once the build time is used up", async () => {
  const { team, project } = await built({ "index.html": "x" }, "true");
  await cloud.limit(team, "BUILD_TIME", 0);
  await expect(cloud.build(team, project)).rejects.toMatchObject({ code: "ALLOWANCE_USED_UP", status: 402 });
});

test("a build can't reach the data directory, the database or loopback services, and the server stays healthy", async () => {
  const asked: string[] = [];
  const port = await listenOnLoopback((request, response) => {
    asked.push(request.url!);
    response.end("secret");
  });
  const socket = new URL(cloud.database.url.replace("@/", "@host/")).searchParams.get("host")!;
  const script = `
    const fs = require("fs"), net = require("net");
    const say = (what) => (error) => console.log(what, error ? error.code : "REACHED");
    fs.readdir(${JSON.stringify(cloud.dataDir)}, say("data"));
    fs.readdir(${JSON.stringify(socket)}, say("socket folder"));
    for (const target of [{ port: ${port}, host: "127.0.0.1" }, { port: 80, host: "10.0.0.1" }, { path: ${JSON.stringify(join(socket, ".s.PGSQL.5432"))} }]) {
      const name = target.path ? "database" : target.host;
      net.connect(target).on("connect", say(name).bind(null, null)).on("error", say(name));
    }
    console.log("parent", fs.readdirSync("/proc").filter((name) => +name).length < 10);
  `;
  const { end, lines } = await built({ "spy.js": script }, "node spy.js");
  expect(end.state).toBe("success");
  expect(lines.join("\n")).not.toContain("REACHED");
  expect(lines).toEqual(
    expect.arrayContaining(["data ENOENT", "database ENOENT", "127.0.0.1 ECONNREFUSED", "parent true"]),
  );
  expect(asked).toEqual([]);
  const { end: after } = await built({ "index.html": "healthy" }, "");
  expect(after.state).toBe("success");
});

test("builds of a project share a package cache that other projects can't see", async () => {
  const { project } = await built({ "package.json": "{}" }, "true");
  const ofProject = expect.stringContaining(project);
  expect(await packageCaches(cloud.dataDir)).toContainEqual(ofProject);
  await cloud.hosting.forget(project, []);
  expect(await packageCaches(cloud.dataDir)).not.toContainEqual(ofProject);
});

test("a framework's cache is restored in the project's next build and in no other project's", async () => {
  const count = "mkdir -p .cache && echo built >> .cache/runs && cp .cache/runs index.html";
  const settings = { framework: "eleventy", buildCommand: count };
  const { team, repository, project, label, lines } = await built({ "a.txt": "a" }, count, settings);
  expect((await cloud.visit(label)).text).toBe("built\n");
  expect(lines).toContain(messages.cacheKept(".cache", "built\n".length));
  const second = await cloud.ended(team, await cloud.build(team, project));
  expect((await cloud.visit(label)).text).toBe("built\nbuilt\n");
  expect(await contents(team, second.id)).toContain(messages.cacheRestored(".cache"));
  const other = await cloud.project(team, { deployType: "REPOSITORY", repoId: repository.id, ...settings });
  await cloud.ended(team, await cloud.build(team, other));
  expect((await cloud.visit((await cloud.live(team, other)).label)).text).toBe("built\n");
  await cloud.hosting.forget(project, []);
  await cloud.ended(team, await cloud.build(team, project));
  expect((await cloud.visit(label)).text).toBe("built\n");
});

test("a folder that is both cached and published is in both places", async () => {
  const command = "mkdir -p public .cache && echo built >> public/index.html && echo x > .cache/x";
  const { team, project, label, lines } = await built({ "a.txt": "a" }, command, {
    framework: "gatsby",
    outputDirectory: "public",
  });
  expect(lines).toContain(messages.cacheKept("public", "built\n".length));
  await cloud.ended(team, await cloud.build(team, project));
  expect((await cloud.visit(label)).text).toBe("built\nbuilt\n");
});

test("a failed build stores no cache", async () => {
  const command = "mkdir -p node_modules/.cache && echo x > node_modules/.cache/a && cp a.txt index.html";
  const { team, project, lines } = await built({ "a.txt": "a" }, command, { framework: "vue" });
  expect(lines).toContain(messages.cacheKept("node_modules/.cache", "x\n".length));
  const again = async (buildCommand: string) => {
    await cloud.inTrx((trx) => editProject(cloud.hosting.deps, trx, team, project, { buildCommand }));
    const end = await cloud.ended(team, await cloud.build(team, project));
    return { state: end.state, lines: await contents(team, end.id) };
  };
  const failed = await again("exit 1");
  expect(failed).toMatchObject({ state: "failure" });
  expect(failed.lines).toContain(messages.cacheRestored("node_modules/.cache"));
  const next = await again(command);
  expect(next.state).toBe("success");
  expect(next.lines).not.toContain(messages.cacheRestored("node_modules/.cache"));
});

test("a cache is not restored through a link that leaves the repository", async () => {
  const outside = join(cloud.dataDir, "outside");
  await mkdir(outside);
  const root = join(cloud.dataDir, "linked");
  const frameworkCache = join(cloud.dataDir, "linked-cache");
  await mkdir(join(root, "node_modules/.cache"), { recursive: true });
  const attempt = {
    project: { framework: "vue", build_command: "true", output_directory: "" },
    log: { say: () => undefined },
  };
  await saveFrameworkCache({ source: root, root, frameworkCache }, attempt);
  await rm(join(root, "node_modules"), { recursive: true });
  await symlink(outside, join(root, "node_modules"));
  await restoreFrameworkCache({ source: root, root, frameworkCache }, attempt);
  expect(await readdir(outside)).toEqual([]);
});

test("the log names the versions of Node.js and npm that a build uses", async () => {
  const { lines } = await built({ "package.json": "{}", "index.html": "x" }, "node --version && npm --version");
  const usesLine = lines.find((line) => line.startsWith("Uses "));
  expect(usesLine).toBe(
    messages.versions([
      `Node.js ${process.versions.node}`,
      `npm ${lines.at(lines.indexOf(`v${process.versions.node}`) + 1)}`,
    ]),
  );
});
