/**
 * Starts once and reports: `whole` the server, `modules` the server with the cost of each module, `bare` an empty web server. Run with
 * --expose-gc.
 */
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import type { Module } from "../../src/cloud/kernel/module.ts";

/** What was taken until then: milliseconds, and bytes of the heap after its garbage is collected. */
export interface Cost {
  readonly ms: number;
  readonly bytes: number;
}

export interface Started {
  /** From the start of the process to the first response. */
  readonly ms: number;
  /** Resident memory when idle, without the database's processes. */
  readonly residentBytes: number;
  /** By part; empty for a whole start. */
  readonly parts: Readonly<Record<string, Cost>>;
}

const [kind, folder] = process.argv.slice(2) as [kind: "whole" | "modules" | "bare", folder: string];

const heapBytes = (): number => {
  globalThis.gc!();
  return process.memoryUsage().heapUsed;
};

const parts: Record<string, Cost> = {};
const add = (name: string, ms: number, bytes: number): void => {
  const before = parts[name] ?? { ms: 0, bytes: 0 };
  parts[name] = { ms: before.ms + ms, bytes: before.bytes + bytes };
};

/** Runs a part. Collecting garbage does not count. */
const measure = async <T>(name: string, run: () => Promise<T> | T): Promise<T> => {
  const bytes = heapBytes();
  const startedMs = performance.now();
  const result = await run();
  const ms = performance.now() - startedMs;
  add(name, ms, heapBytes() - bytes);
  return result;
};

/** Building is synchronous. */
const measureNow = <T>(name: string, run: () => T): T => {
  const bytes = heapBytes();
  const startedMs = performance.now();
  const result = run();
  const ms = performance.now() - startedMs;
  add(name, ms, heapBytes() - bytes);
  return result;
};

const measured = (module: Module): void => {
  const build = module.build.bind(module);
  module.build = (ground, apiOf) => {
    const made = measureNow(module.name, () => build(ground, apiOf));
    const { start, serve } = made;
    return {
      ...made,
      ...(start && { start: () => measure(module.name, start) }),
      ...(serve && { serve: () => measure(module.name, serve) }),
    };
  };
};

const openCloud = async (): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const load = async () => ({
    ...(await import("../../src/cloud/modules.ts")),
    ...(await import("../../src/cloud/cloud.ts")),
    ...(await import("../../src/cloud/config.ts")),
  });
  const isMeasured = kind === "modules";
  const { modules, startCloud, readConfig } = isMeasured ? await measure("the code of all parts", load) : await load();
  if (isMeasured) modules.forEach(measured);
  const config = readConfig({ DATA_DIR: folder, PORT: "0", AI_MODEL: "off" });
  return startCloud(config, pino({ level: "silent" }));
};

const openBare = async (): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const { default: fastify } = await import("fastify");
  const app = fastify();
  app.get("/", () => ({}));
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() };
};

const server = await (kind === "bare" ? openBare() : openCloud());
await (await fetch(server.url)).arrayBuffer();
const ms = performance.now();
heapBytes();
const started: Started = { ms, residentBytes: process.memoryUsage.rss(), parts };
process.send!(started);
await server.close();
process.disconnect();
