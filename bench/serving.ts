/** Compares the gateway's throughput with nginx serving the same folder, alternating, at 1, 32 and 256 connections. */
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
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

/** Returns no rows if nginx is missing. */
export const servingBench = async (): Promise<BenchRow[]> => ((await hasNginx()) ? withFolder(compare) : []);

const compare = async (folder: string): Promise<BenchRow[]> => {
  const site = join(folder, "site");
  await mkdir(site);
  for (const { path, sizeBytes } of files) await writeFile(join(site, path), randomBytes(sizeBytes));
  const servers: TestedServer[] = [];
  try {
    servers.push(await startNginx(site, join(folder, "nginx")), await startServer("gateway", site));
    return await measureAll(servers);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
};

const measureAll = async (servers: readonly TestedServer[]): Promise<BenchRow[]> => {
  const rows: BenchRow[] = [];
  for (const { path, title, unit, figure } of files) {
    for (const connections of connectionCounts) {
      const [floor, ours] = await measure(servers, path, connections, figure);
      const name = `${title} at ${connections} connection${connections === 1 ? "" : "s"}`;
      rows.push({ name, unit, better: "more", floorName: "nginx", ours: ours!, floor: floor! });
    }
  }
  return rows;
};

/** Returns the median of each server's rounds. */
const measure = async (
  servers: readonly TestedServer[],
  path: string,
  connections: number,
  figure: (result: LoadResult) => number,
): Promise<number[]> => {
  const figures = servers.map(() => [] as number[]);
  for (const { port } of servers) await loadByWrk({ port, path, connections, seconds: WARM_UP_SECONDS });
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { port }] of servers.entries()) {
      figures[index]!.push(figure(await loadByWrk({ port, path, connections, seconds: SECONDS })));
    }
  }
  return figures.map(median);
};
