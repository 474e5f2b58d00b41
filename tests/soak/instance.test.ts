/**
 * An instance of several processes on separate directories under a load of every capability: one random process is killed every ten
 * seconds, and PostgreSQL restarts twice. Blobs are in the S3 store of another instance and, where it is installed, in versitygw. As root
 * on Linux, each process has a separate network namespace.
 * `npm run soak -- --minutes 5 tests/soak/instance.test.ts` takes five minutes instead of 20.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test, vi } from "vitest";
import { startAnvil } from "../../src/cloud/devnet/evm/node/anvil.ts";
import { modelServer, sendJson } from "../support/ai/model-server.ts";
import { dice } from "../support/chains/dice.ts";
import { atFileEnd } from "../support/file-end.ts";
import { instanceLoad } from "../support/fuzz/instance-load.ts";
import { hasProgram } from "../support/has-program.ts";
import { ipfsGateway } from "../support/ipfs/ipfs-gateway.ts";
import { temporaryFolder } from "../support/server/cloud-process.ts";
import { hasNamespaces } from "../support/server/network-namespaces.ts";
import { startBlobBucket, startInstance, startVersityBucket } from "../support/server/instance-processes.ts";

const minutes = Number(process.env.SOAK_MINUTES ?? 20);
const killEveryMs = 10_000;
const patience = { timeout: 180_000, interval: 500 };

let exits = 0;
/** Starts a process as a supervisor does: again if it exits, which it may without the database. */
const startAgain = async (start: () => Promise<void>): Promise<void> => {
  for (let tries = 20; ; tries -= 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === 0) throw error;
      exits += 1;
      await delay(1000);
    }
  }
};

const stores = [
  { store: "another instance", startBucket: startBlobBucket },
  ...(hasProgram("versitygw") ? [{ store: "versitygw", startBucket: startVersityBucket }] : []),
];

test.each(stores)(
  `${minutes} minutes of kills and two restarts of PostgreSQL lose and double nothing acknowledged, with blobs in $store`,
  async ({ startBucket }) => {
    const folder = await temporaryFolder();
    const anvil = await startAnvil({ chainId: 31_337, folder: join(folder, "node"), genesisAt: 1_700_000_000 });
    atFileEnd(() => anvil.stop());
    const upstreams = join(folder, "upstreams.json");
    const chain = { name: "Soak", chainId: 31_337, blockMs: 1000, finality: 64, upstreams: [anvil.url] };
    await writeFile(upstreams, JSON.stringify({ polygon: { mainnet: chain } }));
    const operator = privateKeyToAccount(generatePrivateKey());
    const network = await ipfsGateway();
    const model = "house";
    const reply = { choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }] };
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const models = await modelServer([model], (_, response) => sendJson(response, { ...reply, usage }));
    const portOf = (url: string): number => Number(new URL(url).port);
    const roles = ["web", "web", "worker", "worker", "gateway", "owner"];
    const settings = {
      RPC_UPSTREAMS_FILE: upstreams,
      OPERATORS: operator.address,
      IPFS_GATEWAYS: network.url,
      AI_UPSTREAM: models.url,
    };
    const instance = await startInstance(roles, settings, {
      startBucket,
      ...(hasNamespaces() && { separateNetworks: [anvil.url, network.url, models.url].map(portOf) }),
    });
    const load = await instanceLoad(instance, { operator, rpcPath: "polygon/mainnet", network, model });
    const roll = dice(process.env.FAULT_SEED ?? "instance");
    const kills: Record<string, number> = {};
    const starts: Promise<void>[] = [];
    const restartsAt = [minutes / 3, (2 * minutes) / 3].map((at) => at * 60_000);

    load.start();
    const start = performance.now();
    const passed = (): number => performance.now() - start;
    while (passed() < minutes * 60_000) {
      await delay(killEveryMs);
      if (restartsAt[0] !== undefined && passed() >= restartsAt[0]) {
        restartsAt.shift();
        await instance.database.stop();
        await instance.database.start();
      }
      const running = instance.machines.filter(({ isReady }) => isReady);
      if (running.length === 0) continue;
      const victim = running[roll(running.length)]!;
      await victim.kill();
      kills[victim.name] = (kills[victim.name] ?? 0) + 1;
      starts.push(startAgain(victim.start));
    }
    expect(await Promise.allSettled(starts)).toEqual(
      starts.map(() => expect.objectContaining({ status: "fulfilled" })),
    );
    await load.stop();
    console.table(load.figures(), ["name", "requests", "failures", "p50Ms", "p99Ms", "maxMs", "unavailableSeconds"]);
    for (const { name, reasons } of load.figures()) if (reasons.length > 0) console.log(name, reasons.join(", "));
    console.log(JSON.stringify({ minutes, kills, exits }));
    await vi.waitFor(async () => {
      // Workers and owners have no port.
      for (const { url, role } of instance.machines)
        if (role === "web" || role === "gateway") expect((await fetch(`${url}/readyz`)).status).toBe(200);
    }, patience);
    const checked = await load.expectAllThere();
    console.log(JSON.stringify(checked));
    expect(Math.min(...Object.values(checked))).toBeGreaterThan(0);
  },
);
