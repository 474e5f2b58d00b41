/** Packs the npm package and runs it as a user does, in a directory with nothing else. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import { version } from "../../../package.json" with { type: "json" };
import { readConfig } from "../../../src/cloud/config.ts";
import { engineFolder, hasEngine, tinyModelFile } from "../../support/ai/tiny-model.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { root } from "../../support/hosting/source-files.ts";
import { processesOn, temporaryFolder } from "../../support/server/cloud-process.ts";
import { expectReady } from "../../support/server/ready.ts";

const run = promisify(execFile);
const megabyte = 1024 * 1024;

let tarball: string;
let folder: string;

beforeAll(async () => {
  const packed = await temporaryFolder();
  await run("npm", ["pack", "--pack-destination", packed], { cwd: root, maxBuffer: 8 * megabyte });
  const [name] = await readdir(packed);
  tarball = join(packed, name!);
  folder = await temporaryFolder();
  await install(tarball, folder);
});

test("the package holds the compiled server and dashboard, without sources or tests, in bounded size", async () => {
  const { stdout } = await run("tar", ["--list", "--gzip", "--file", tarball], { maxBuffer: 8 * megabyte });
  const files = stdout.trimEnd().split("\n");
  expect(files).toEqual(
    expect.arrayContaining([
      "package/LICENSE",
      "package/README.md",
      "package/scripts/freehold.mjs",
      "package/build/src/cloud/main.js",
      "package/build/src/cloud/migrations/schema.txt",
      "package/build/dist/index.html",
      "package/build/dist/cli/freehold.mjs",
      "package/build/docs/operate/install.md",
      "package/build/samples/vite-react/_gitignore",
    ]),
  );
  expect(files.filter((path) => /\.test\.|\/tests?\/|\.tsx?$|\.sol$|\/\.env|\/\.data\//.test(path))).toEqual([]);
  const folders = new Set(files.map((path) => path.split("/").slice(1, -1).slice(0, 2).join("/")));
  expect([...folders].toSorted()).toEqual([
    "",
    "build",
    "build/dist",
    "build/docs",
    "build/resources",
    "build/samples",
    "build/src",
    "build/templates",
    "scripts",
    "scripts/lib",
  ]);
  expect(files.length).toBeLessThan(4000);
  expect((await stat(tarball)).size).toBeLessThan(12 * megabyte);
});

test("freehold starts in an empty directory, keeps its data there, and stops with no process left running", async () => {
  const child = spawn(join(folder, "node_modules/.bin/freehold"), [], { cwd: folder, env: environment() });
  atFileEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
  });
  const url = await readyUrl(child);
  await expectReady(url);
  const page = await fetch(`${url}/`, { headers: { accept: "text/html" } });
  const html = await page.text();
  expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
  const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src]) => src!);
  expect(scripts).not.toEqual([]);
  for (const src of scripts) expect((await fetch(new URL(src, url))).status, src).toBe(200);
  expect(await readdir(folder)).toEqual(expect.arrayContaining([".data", "node_modules"]));
  expect(await readdir(join(folder, "node_modules/freehold"))).not.toContain(".data");

  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect(processesOn(folder)).toEqual([]);
});

test.skipIf(!(await hasEngine()))("the compiled server starts the process of an AI model", async () => {
  const path = join(folder, "node_modules/freehold/build/src/cloud/engines/ai/models/local-model.js");
  const { openLocalModel } = (await import(
    /* @vite-ignore */ path
  )) as typeof import("../../../src/cloud/engines/ai/models/local-model.ts");
  const dataDir = await temporaryFolder();
  await symlink(engineFolder, join(dataDir, "ai"));
  const settings = readConfig({ DATA_DIR: dataDir });
  const model = await openLocalModel(await tinyModelFile(), { settings, log: pino({ level: "silent" }) });
  atFileEnd(model.close);
  const body = { model: "tiny", messages: [{ role: "user", content: "Hello" }], max_tokens: 5 };
  const answer = await model.ask("chat/completions", body, new AbortController().signal);
  expect(await answer.json()).toMatchObject({ object: "chat.completion", model: "tiny" });
});

test("npx runs the CLI of the package, and --help lists the server's commands too", async () => {
  const npx = async (...args: string[]) =>
    (await run("npx", ["--no", "--", "freehold", ...args], { cwd: folder, env: environment() })).stdout;
  expect(await npx("--version")).toBe(`${version}\n`);
  const help = await npx("--help");
  for (const line of ["freehold backup ", "freehold restore ", "freehold deploy "]) expect(help).toContain(line);
});

/**
 * Installs the tarball as npm does: unpacked, with a link to its command. npm itself would ask the registry for the
 * dependencies, so this links the checkout's, without those for development: a server that needs one fails to start.
 */
const install = async (archive: string, target: string): Promise<void> => {
  const modules = join(target, "node_modules");
  const own = join(modules, "freehold");
  await mkdir(own, { recursive: true });
  await run("tar", ["--extract", "--gzip", "--strip-components=1", "--file", archive, "--directory", own]);
  const { bin } = JSON.parse(await readFile(join(own, "package.json"), "utf8")) as { bin: { freehold: string } };
  await chmod(join(own, bin.freehold), 0o755);
  await link(join(own, bin.freehold), join(modules, ".bin/freehold"));
  for (const name of await productionPackages()) await link(join(root, "node_modules", name), join(modules, name));
};

const link = async (existing: string, path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await symlink(existing, path);
};

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** Returns the packages at the top of node_modules that are not for development only. */
const productionPackages = async (): Promise<string[]> => {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as Lock;
  return Object.entries(packages).flatMap(([path, { dev }]) => {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    return name && !dev ? [name] : [];
  });
};

/** The environment of a user's shell: without a data directory, and without what the tests set. */
const environment = (): NodeJS.ProcessEnv => {
  const { DATA_DIR: _data, NODE_ENV: _mode, NODE_COMPILE_CACHE: _cache, ...inherited } = process.env;
  return { ...inherited, PORT: "0", DISK_MIN_FREE_MB: "0", DISK_RESERVE_MB: "0" };
};

/** Resolves with the URL that the server prints; rejects with its output if it exits first. */
const readyUrl = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const url = /^Freehold is ready at (\S+)$/m.exec(output)?.[1];
        if (url) resolve(url);
      });
    child.once("exit", () => reject(new Error(output)));
  });
