/** Compares the gateway's throughput with a bare static file server, each in a separate process, alternating. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withFolder } from "./engines.ts";
import { load, type LoadResult } from "./load.ts";
import { median, type BenchRow } from "./rows.ts";
import { startServer, type TestedNodeServer } from "./tested-server.ts";

const MB = 1_000_000;
const ROUNDS = 5;
const SECONDS = 1;
const floorName = "bare static server";

export const gatewayBench = (): Promise<BenchRow[]> =>
  withFolder(async (folder) => {
    await writeFile(join(folder, "small.html"), "x".repeat(4096));
    await writeFile(join(folder, "large.bin"), randomBytes(64 * 1024 * 1024));
    const servers = await Promise.all([startServer("gateway", folder), startServer("static", folder)]);
    try {
      const small = await measure(servers, "/small.html", 16);
      const large = await measure(servers, "/large.bin", 2);
      return [
        row("gateway, 4 KiB file", "requests/s", "more", small, ({ requests, seconds }) => requests / seconds),
        row("gateway, CPU of a 4 KiB file", "µs", "less", small, ({ cpuMicros, requests }) => cpuMicros / requests),
        row("gateway, 64 MB file", "MB/s", "more", large, ({ bytes, seconds }) => bytes / MB / seconds),
        row("gateway, CPU of 64 MB", "µs/MB", "less", large, ({ cpuMicros, bytes }) => (cpuMicros / bytes) * MB),
      ];
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });

type Measured = LoadResult & { readonly cpuMicros: number };

/** Returns the rounds of each server, without the first, which only warms up. */
const measure = async (
  servers: readonly TestedNodeServer[],
  path: string,
  connections: number,
): Promise<Measured[][]> => {
  const results: Measured[][] = servers.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, server] of servers.entries()) {
      const before = await server.cpuMicros();
      const result = await load({ port: server.port, path, connections, seconds: SECONDS });
      if (round > 0) results[index]!.push({ ...result, cpuMicros: (await server.cpuMicros()) - before });
    }
  }
  return results;
};

const row = (
  name: string,
  unit: string,
  better: BenchRow["better"],
  [ours, floor]: Measured[][],
  figure: (measured: Measured) => number,
): BenchRow => ({
  name,
  unit,
  better,
  floorName,
  ours: median(ours!.map(figure)),
  floor: median(floor!.map(figure)),
});
