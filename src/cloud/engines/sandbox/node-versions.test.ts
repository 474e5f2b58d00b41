import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { testRegistry, type TestRegistry } from "../../../../tests/support/hosting/npm-registry.ts";
import { processesWith } from "../../../../tests/support/hosting/sandbox.ts";
import { createNodeVersions, NodeMissing, type NodeVersions } from "./node-versions.ts";
import { findPrograms, type Programs } from "./programs.ts";

const found = await findPrograms(process.env);
const nodePackage = `node-linux-${process.arch}`;

/** A fake Node.js that only prints its version. */
const nodeOf = (version: string) => ({ version, files: { "bin/node": `#!/bin/sh\necho v${version}\n` } });

describe.skipIf(typeof found === "string")("versions of Node.js from npm", () => {
  const programs = found as Programs;
  let registry: TestRegistry;
  let folder: string;
  let versions: NodeVersions;

  beforeAll(async () => {
    const cache = await mkdtemp(join(tmpdir(), "freehold-npm-cache-"));
    atFileEnd(() => rm(cache, { recursive: true, force: true }));
    registry = await testRegistry();
    vi.stubEnv("npm_config_registry", registry.url);
    vi.stubEnv("npm_config_cache", cache);
    vi.stubEnv("npm_config_fetch_retries", "0");
  });
  beforeEach(async () => {
    const parent = await mkdtemp(join(tmpdir(), "freehold-node-"));
    onTestFinished(() => rm(parent, { recursive: true, force: true }));
    folder = join(parent, "tools/node");
    versions = createNodeVersions({ folder, programs, tryOut: ({ node }) => output(node) });
    onTestFinished(() => versions.close());
    await registry.publish(nodePackage, nodeOf("22.99.1"));
    await registry.publish("npm", { version: "10.99.0", files: { "bin/npm-cli.js": "" } });
  });

  const output = async (program: string): Promise<string[]> =>
    (await promisify(execFile)(program)).stdout.trim().split("\n");

  test("concurrent builds with the same version wait for one install, and each is notified", async () => {
    const before = registry.downloads(nodePackage);
    const lines: string[] = [];
    const fetches = [0, 1, 2].map(() => versions.fetch("22", { onLine: (line) => lines.push(line) }));
    const runtimes = await Promise.all(fetches);
    expect(lines).toEqual(Array(3).fill("Fetching Node.js 22 …"));
    expect(registry.downloads(nodePackage) - before).toBe(1);
    for (const { node, npmFolder } of runtimes) {
      expect(await output(node)).toEqual(["v22.99.1"]);
      await access(join(npmFolder, "bin/npm-cli.js"));
    }
    expect(await readdir(folder)).toEqual(["22"]);
  });

  test("an installed version is used without a message and without the registry", async () => {
    await versions.fetch("22", { onLine: () => undefined });
    const before = registry.downloads(nodePackage);
    const lines: string[] = [];
    await versions.fetch("22", { onLine: (line) => lines.push(line) });
    expect(lines).toEqual([]);
    expect(registry.downloads(nodePackage)).toBe(before);
  });

  test("the server's own version is never fetched", async () => {
    const [own] = process.versions.node.split(".");
    const runtime = await versions.fetch(own as "24", { onLine: (line) => expect.unreachable(line) });
    expect(runtime.node).toBe(process.execPath);
  });

  test("a cancelled build does not interrupt the others' wait", async () => {
    const release = registry.hold();
    const cancel = new AbortController();
    const reason = new Error("cancelled by a person");
    const first = versions.fetch("22", { onLine: () => undefined, signal: cancel.signal });
    const second = versions.fetch("22", { onLine: () => undefined });
    cancel.abort(reason);
    await expect(first).rejects.toBe(reason);
    release();
    expect(await output((await second).node)).toEqual(["v22.99.1"]);
  });

  test("two workers that share the folder may fetch concurrently: one copy stays, and both can use it", async () => {
    const other = createNodeVersions({ folder, programs, tryOut: ({ node }) => output(node) });
    const both = await Promise.all([versions, other].map((each) => each.fetch("22", { onLine: () => undefined })));
    expect(both[0]).toEqual(both[1]);
    expect(await readdir(folder)).toEqual(["22"]);
  });

  test("package scripts are not run", async () => {
    const scripts = { install: `touch ${join(folder, "ran")}`, postinstall: `touch ${join(folder, "ran")}` };
    await registry.publish(nodePackage, { ...nodeOf("22.99.2"), scripts });
    await versions.fetch("22", { onLine: () => undefined });
    expect(await readdir(folder)).toEqual(["22"]);
  });

  test.each([
    ["the registry has none", nodeOf("20.99.0"), /^Couldn't fetch Node\.js 22 .*No matching version found/],
    [
      "the registry's does not run",
      { version: "22.99.3", files: {} },
      /^Couldn't fetch Node\.js 22 .*doesn't run on this machine/,
    ],
  ])("if %s, one sentence reports it and nothing is left", async (_name, content, sentence) => {
    await registry.publish(nodePackage, content);
    const failed = versions.fetch("22", { onLine: () => undefined });
    await expect(failed).rejects.toThrow(NodeMissing);
    await expect(failed).rejects.toThrow(sentence);
    expect(await readdir(folder)).toEqual([]);
  });

  test("a server killed during an install leaves no partial version and no npm process; the next one starts over", async () => {
    const release = registry.hold();
    const before = registry.downloads(nodePackage);
    const program = `
      import { createNodeVersions } from ${JSON.stringify(new URL("node-versions.ts", import.meta.url).href)};
      const versions = createNodeVersions({ folder: ${JSON.stringify(folder)}, programs: ${JSON.stringify(programs)} });
      await versions.fetch("22", { onLine: console.log });`;
    const cloud = spawn(process.execPath, ["--input-type=module-typescript", "-e", program], { stdio: "ignore" });
    while (registry.downloads(nodePackage) === before) await delay(10);
    cloud.kill("SIGKILL");
    await once(cloud, "close");
    while ((await processesWith(folder)).length > 0) await delay(10);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^\.new-/)]);
    release();
    expect(await output((await versions.fetch("22", { onLine: () => undefined })).node)).toEqual(["v22.99.1"]);
    expect(await readdir(folder)).toEqual(["22"]);
  });

  test("closing ends a running install", async () => {
    const release = registry.hold();
    const before = registry.downloads(nodePackage);
    const waiting = versions.fetch("22", { onLine: () => undefined });
    waiting.catch(() => undefined);
    while (registry.downloads(nodePackage) === before) await delay(10);
    await versions.close();
    await expect(waiting).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
    release();
  });
});
