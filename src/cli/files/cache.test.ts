import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCache } from "./cache.ts";
import { collectFolder } from "./collect.ts";
import { digestsOf } from "./digests.ts";

const MINUTE_MS = 60_000;

let folder: string;
let site: string;
let link: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-cache-"));
  site = join(folder, "site");
  link = join(folder, ".freehold");
  await mkdir(join(site, "css"), { recursive: true });
  await mkdir(link);
  await writeFile(join(site, "index.html"), "one");
  await writeFile(join(site, "css/a.css"), "a".repeat(2_000_000));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");

/** Hashes like a deployment that starts this much later. */
const deploy = async (laterMs = MINUTE_MS) => {
  const { files } = collectFolder(site);
  const cache = openCache(link, site, Date.now() + laterMs);
  const known = files.filter((file) => cache.find(file) !== undefined).map(({ path }) => path);
  return { known, digests: await digestsOf(site, files, cache), cache };
};

test("an unmodified file is not hashed again", async () => {
  const first = await deploy();
  expect(first.known).toEqual([]);
  const second = await deploy();
  expect(second.known).toEqual(["css/a.css", "index.html"]);
  expect(second.digests).toEqual(first.digests);
  expect(second.digests).toEqual([sha256("a".repeat(2_000_000)), sha256("one")]);
});

test("a file rewritten with the same size and the same modification time is hashed again", async () => {
  const past = new Date(Date.now() - MINUTE_MS);
  await utimes(join(site, "index.html"), past, past);
  const { digests } = await deploy();
  await writeFile(join(site, "index.html"), "two");
  await utimes(join(site, "index.html"), past, past);
  const again = await deploy();
  expect(again.known).toEqual(["css/a.css"]);
  expect(again.digests[1]).not.toBe(digests[1]);
});

test("a file changed while it was hashed is not trusted", async () => {
  await deploy(0);
  expect((await deploy()).known).toEqual([]);
});

test("another folder under the same link, and an unreadable cache, start empty", async () => {
  await deploy();
  const { files } = collectFolder(site);
  expect(openCache(link, join(folder, "other")).find(files[0]!)).toBeUndefined();
  await writeFile(join(link, "cache.json"), "{ half");
  expect((await deploy()).known).toEqual([]);
});

test("a digest that the server refused is deleted", async () => {
  const { cache } = await deploy();
  cache.clear();
  await expect(readFile(join(link, "cache.json"))).rejects.toThrow("ENOENT");
});

test("without a link no cache is written", async () => {
  const { files } = collectFolder(site);
  await digestsOf(site, files, openCache(undefined, site));
  await expect(readFile(join(site, ".freehold/cache.json"))).rejects.toThrow("ENOENT");
});
