/**
 * Compares the gateway's throughput with nginx serving the same folder, alternating, at 1, 32 and 256 connections; and
 * content by CID with the same content as a site.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withFolder } from "./engines.ts";
import type { LoadResult } from "./load.ts";
import { hasNginx, startNginx } from "./nginx.ts";
import { median, type BenchRow } from "./rows.ts";
import { startServer, type TestedServer } from "./tested-server.ts";
import { loadByWrk } from "./wrk.ts";

const ROUNDS = 5;
const SECONDS = 1;
const WARM_UP_SECONDS = 1;
const MB = 1_000_000;
const KiB = 1024;

const requestsPerSecond = { unit: "requests/s", figure: ({ requests, seconds }: LoadResult) => requests / seconds };
const megabytesPerSecond = { unit: "MB/s", figure: ({ bytes, seconds }: LoadResult) => bytes / MB / seconds };
const files = [
  { path: "/small.html", title: "4 KiB", sizeBytes: 4 * KiB, ...requestsPerSecond },
  { path: "/medium.js", title: "100 KiB", sizeBytes: 100 * KiB, ...requestsPerSecond },
  { path: "/large.bin", title: "16 MiB", sizeBytes: 16 * KiB * KiB, ...megabytesPerSecond },
];
const connectionCounts = [1, 32, 256];

const addressConnections = 32;

export const servingBench = (): Promise<BenchRow[]> => withFolder(compare);

interface Target {
  readonly name: string;
  readonly port: number;
  readonly host?: string;
  /** Path prefix. */
  readonly prefix?: string;
}

/** Leaves the rows with nginx out if it is missing. */
const compare = async (folder: string): Promise<BenchRow[]> => {
  const site = join(folder, "site");
  await mkdir(site);
  for (const { path, sizeBytes } of files) await writeFile(join(site, path), randomBytes(sizeBytes));
  const servers: TestedServer[] = [];
  try {
    const gateway = await startServer("gateway", site);
    servers.push(gateway);
    const { port } = gateway;
    const [cid, carCid] = await Promise.all(["cid", "car-cid"].map((name) => readFile(`${site}.${name}`, "utf8")));
    const asSite = { name: "site", port };
    const rows = await measureAll(
      asSite,
      [
        { name: "by CID in the path", port, host: "127.0.0.1", prefix: `/ipfs/${cid}` },
        { name: "by CID in the host", port, host: `${cid}.ipfs.localhost` },
        { name: "of a CAR by CID", port, host: `${carCid}.ipfs.localhost` },
      ],
      [addressConnections],
    );
    if (!(await hasNginx())) return rows;
    const nginx = await startNginx(site, join(folder, "nginx"));
    servers.push(nginx);
    return [...(await measureAll({ name: "nginx", port: nginx.port }, [asSite], connectionCounts)), ...rows];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
};

const measureAll = async (
  floor: Target,
  targets: readonly Target[],
  counts: readonly number[],
): Promise<BenchRow[]> => {
  const rows: BenchRow[] = [];
  for (const { path, title, unit, figure } of files) {
    for (const connections of counts) {
      const [base, ...figures] = await measure([floor, ...targets], path, connections, figure);
      for (const [index, { name: target }] of targets.entries()) {
        const subject = targets.length > 1 ? `${title} ${target}` : title;
        const name = `${subject} at ${connections} connection${connections === 1 ? "" : "s"}`;
        rows.push({ name, unit, better: "more", floorName: floor.name, ours: figures[index]!, floor: base! });
      }
    }
  }
  return rows;
};

/** Returns the median of each target's rounds. */
const measure = async (
  targets: readonly Target[],
  path: string,
  connections: number,
  figure: (result: LoadResult) => number,
): Promise<number[]> => {
  const figures = targets.map(() => [] as number[]);
  const run = ({ port, host, prefix = "" }: Target, seconds: number) =>
    loadByWrk({ port, path: prefix + path, connections, seconds, ...(host && { host }) });
  for (const target of targets) await run(target, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, target] of targets.entries()) figures[index]!.push(figure(await run(target, SECONDS)));
  }
  return figures.map(median);
};
