/**
 * Objects through the S3 endpoint compared with a bare server that writes files: PUT and GET of 10,000 small, 1,000
 * medium and some large objects by 1, 8 and 32 clients, each server in a separate process; and listing pages of buckets of different
 * sizes. URLs are presigned before the clock starts.
 */
import { randomBytes } from "node:crypto";
import { Agent, request as startRequest } from "node:http";
import { AwsClient } from "aws4fetch";
import { withFolder } from "../engines.ts";
import { benchBucket, benchKey, listedBucket, listedKeys } from "./objects-config.ts";
import { median, type BenchRow } from "../rows.ts";
import { startServer } from "../tested-server.ts";

const MB = 1_000_000;
const smallBytes = 1024;
/** Small objects per number of clients; set BENCH_OBJECTS for a shorter run. */
const smallCount = Number(process.env.BENCH_OBJECTS ?? 10_000);
const mediumBytes = 64 * 1024;
/** Medium objects per small one. */
const mediumShare = 1 / 10;
const largeBytes = 8 * 1024 * 1024;
const clientCounts = [1, 8, 32] as const;
const pagesMeasured = 15;
const floorName = "files";

export const objectsBench = (): Promise<BenchRow[]> =>
  withFolder(async (folder) => {
    const [ours, floor] = await Promise.all([startServer("objects", folder), startServer("disk", folder)]);
    const signer = new AwsClient({ ...benchKey, service: "s3", region: "eu-west-2" });
    const signed = async (method: string, path: string): Promise<string> => {
      const address = `http://127.0.0.1:${ours.port}/s3/${path}`;
      return (await signer.sign(address, { method, aws: { signQuery: true } })).url;
    };
    try {
      const rows: BenchRow[] = [];
      for (const clients of clientCounts) {
        for (const work of [small, medium, large(clients)]) {
          const names = Array.from({ length: work.count }, (_, number) => `${work.name}-${clients}-${number}`);
          for (const method of ["PUT", "GET"] as const) {
            const us = await Promise.all(names.map((name) => signed(method, `${benchBucket}/${name}`)));
            const them = names.map((name) => `http://127.0.0.1:${floor.port}/${name}`);
            const seconds = [await run(method, us, clients, work.bytes), await run(method, them, clients, work.bytes)];
            const [our, their] = seconds.map((took) => work.figure(work.count / took));
            const name = `${method} ${work.name}, ${clients} ${clients === 1 ? "client" : "clients"}`;
            rows.push({ name, unit: work.unit, ours: our!, floorName, floor: their!, better: "more" });
          }
        }
      }
      return [...rows, ...(await listing((path) => signed("GET", path)))];
    } finally {
      await Promise.all([ours.stop(), floor.stop()]);
    }
  });

interface Work {
  readonly name: string;
  readonly unit: string;
  readonly bytes: number;
  readonly count: number;
  figure(perSecond: number): number;
}

const small: Work = {
  name: "1 KiB",
  unit: "objects/s",
  bytes: smallBytes,
  count: smallCount,
  figure: (perSecond) => perSecond,
};

const medium: Work = { ...small, name: "64 KiB", bytes: mediumBytes, count: Math.ceil(smallCount * mediumShare) };

const large = (clients: number): Work => ({
  name: "8 MiB",
  unit: "MB/s",
  bytes: largeBytes,
  count: Math.max(8, clients),
  figure: (perSecond) => (perSecond * largeBytes) / MB,
});

/** Returns the seconds that this many clients need for all URLs. */
const run = async (method: "PUT" | "GET", urls: readonly string[], clients: number, bytes: number): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const body = randomBytes(bytes);
  const waiting = urls.values();
  const work = async (): Promise<void> => {
    for (const url of waiting) await ask(agent, method, url, body);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, work));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return seconds;
};

/** Sends a request. Each body starts with unique bytes, since storing a known file would cost the server nothing. */
const ask = (agent: Agent, method: "PUT" | "GET", url: string, body: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = method === "PUT" ? { "content-length": body.length } : {};
    const request = startRequest(url, { agent, method, headers }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode} for ${url}`)),
      );
      response.on("error", reject);
    });
    request.on("error", reject);
    if (method === "PUT") {
      request.write(randomBytes(16));
      request.write(body.subarray(16));
    }
    request.end();
  });

/**
 * Lists a page of folders and one of files from the middle of each bucket: the time must not grow with the number of
 * keys.
 */
const listing = async (signed: (path: string) => Promise<string>): Promise<BenchRow[]> => {
  const pageMs = async (keys: number, query: string): Promise<number> => {
    const middle = `folder ${String(Math.floor(keys / 200)).padStart(6, "0")}/`;
    const path = `${listedBucket(keys)}?list-type=2&max-keys=5&start-after=${encodeURIComponent(middle)}${query}`;
    const url = await signed(path);
    const times: number[] = [];
    for (let page = 0; page < pagesMeasured; page += 1) {
      const start = performance.now();
      const response = await fetch(url);
      await response.text();
      if (!response.ok) throw new Error(`${response.status} for ${path}`);
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const rows: BenchRow[] = [];
  for (const [name, query] of [
    ["folders", "&delimiter=%2F"],
    ["files", ""],
  ] as const) {
    const fewest = await pageMs(listedKeys[0], query);
    for (const keys of listedKeys.slice(1)) {
      const page = `page of ${name}, ${keys.toLocaleString("en")} keys`;
      rows.push({
        name: page,
        unit: "ms",
        ours: await pageMs(keys, query),
        floorName: "1,000 keys",
        floor: fewest,
        better: "less",
      });
    }
  }
  return rows;
};
