/** Compares the RPC service with a bare proxy and with the node directly, each in a separate process, alternating. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startAnvil, type Anvil } from "../../src/cloud/devnet/evm/node/anvil.ts";
import { withFolder } from "../engines.ts";
import { load } from "../load.ts";
import { median, quantile, type BenchRow } from "../rows.ts";
import { measureEvents } from "./rpc-events.ts";
import { startServer } from "../tested-server.ts";

export interface RpcSide {
  readonly port: number;
  readonly path: string;
  /** Announces a new block. */
  blockCame(): void;
}

const rounds = 3;
const roundSeconds = 1;
const busyConnections = 16;
const batchSize = 100;

export const rpcBench = (): Promise<BenchRow[]> =>
  withFolder(async (folder) => {
    const anvil = await startAnvil({ chainId: 31_337, folder: join(folder, "node-data"), genesisAt: 1_700_000_000 });
    await writeFile(join(folder, "node"), anvil.url);
    const servers = [await startServer("rpc", folder), await startServer("rpc-proxy", folder)] as const;
    try {
      const path = await readFile(join(folder, "path"), "utf8");
      const sides: readonly RpcSide[] = [
        { port: servers[0].port, path, blockCame: () => servers[0].tell("block") },
        { port: servers[1].port, path: "/", blockCame: () => undefined },
        { port: Number(new URL(anvil.url).port), path: "/", blockCame: () => undefined },
      ];
      return await compare(sides, anvil);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await anvil.stop();
    }
  });

const compare = async (sides: readonly RpcSide[], anvil: Anvil): Promise<BenchRow[]> => {
  const rows: BenchRow[] = [];
  for (const [name, body] of Object.entries(bodies)) rows.push(...(await measureRequests(sides, name, body)));
  const events = await measureEvents(sides, () => anvil.request("evm_mine", []));
  for (const share of [0.5, 0.99])
    rows.push(
      ...rowsOf(
        `a block's event to 1,000 subscriptions, ${nameOf(share)}`,
        "ms",
        events.map((times) => quantile(times, share)),
      ),
    );
  return rows;
};

let counted = 0;
const request = (method: string, params: readonly unknown[]) => ({
  jsonrpc: "2.0",
  id: (counted += 1),
  method,
  params,
});
/** Requests the balance of an unused address, which no cache can contain. */
const unknownBalance = () => request("eth_getBalance", [`0x${(counted + 1).toString(16).padStart(40, "0")}`, "latest"]);
const bodies: Readonly<Record<string, () => string>> = {
  "cached request": () => JSON.stringify(request("eth_getBlockByNumber", ["0x0", false])),
  "uncached request": () => JSON.stringify(unknownBalance()),
  "batch of 100 uncached": () => JSON.stringify(Array.from({ length: batchSize }, unknownBalance)),
};

const measureRequests = async (
  sides: readonly RpcSide[],
  name: string,
  body: () => string,
): Promise<readonly BenchRow[]> => {
  const rates = sides.map(() => [] as number[]);
  const times = sides.map(() => [] as number[]);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { port, path }] of sides.entries()) {
      const options = { port, path, body, seconds: roundSeconds };
      const { requests, seconds } = await load({ ...options, connections: busyConnections });
      const alone: number[] = [];
      await load({ ...options, connections: 1, onAnswer: (ms) => alone.push(ms) });
      // The first round only warms up.
      if (round === 0) continue;
      rates[index]!.push(requests / seconds);
      times[index]!.push(...alone);
    }
  }
  return [
    ...rowsOf(`${name}, ${busyConnections} connections`, "/s", rates.map(median), "more"),
    ...[0.5, 0.99].flatMap((share) =>
      rowsOf(
        `${name}, alone, ${nameOf(share)}`,
        "ms",
        times.map((each) => quantile(each, share)),
      ),
    ),
  ];
};

const rowsOf = (
  name: string,
  unit: string,
  [ours, proxy, direct]: readonly number[],
  better: BenchRow["better"] = "less",
): BenchRow[] => [
  { name, unit, better, ours: ours!, floorName: "bare proxy", floor: proxy! },
  { name, unit, better, ours: ours!, floorName: "the node directly", floor: direct! },
];

const nameOf = (share: number): string => `p${share * 100}`;
