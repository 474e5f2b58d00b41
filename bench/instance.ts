/**
 * Load on an instance of three processes, two webs and a worker with a database and an S3 store of their own: the throughput of two webs
 * compared with one, in alternate rounds of one run, and the CPU time that one of each unit costs the webs, the worker and PostgreSQL.
 * This program, the S3 store and all processes share the machine, so rates on few cores show what sharing costs, not what a second
 * machine adds. CPU time hardly depends on what else the machine does.
 */
import { randomUUID } from "node:crypto";
import { randomBytes, randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { pino } from "pino";
import { connectDatabase } from "../src/cloud/engines/database/connect.ts";
import { embeddedAddress } from "../src/cloud/engines/database/embedded/embedded-server.ts";
import { databaseName } from "../src/cloud/engines/database/open.ts";
import { startAnvil } from "../src/cloud/devnet/evm/node/anvil.ts";
import { createSecretBox } from "../src/cloud/kernel/secret-box.ts";
import { newSecret } from "../src/cloud/rpc/keys/keys.ts";
import { newOwner } from "../tests/support/account/owner.ts";
import { giveBonus, landUnit, payingTeam } from "../tests/support/billing/paying-team.ts";
import { endFile } from "../tests/support/file-end.ts";
import { callerOf } from "../tests/support/server/api.ts";
import { allowPlenty, startInstance, type Instance, type Machine } from "../tests/support/server/instance-processes.ts";
import { s3Region, type KeyPair } from "../tests/support/storage/s3-user.ts";
import { withFolder } from "./engines.ts";
import { load } from "./load.ts";
import { median, type BenchRow } from "./rows.ts";

const rounds = 3;
const roundSeconds = 2;
const connections = 16;
const objectBytes = 16 * 1024;
const objectCount = 200;
/** Each key has a rate; together they are faster than the machine. */
const rpcTeams = 2;
const rpcKeysPerTeam = 8;
const claims = 100;
const deployments = 5;
const idleMs = 8000;
const bucket = "bench";

/** What load sends to one web. */
interface Target {
  readonly host: string;
  readonly path: string | (() => string);
  readonly method?: string;
  readonly body?: () => string;
}

interface Unit {
  readonly name: string;
  readonly at: (web: Machine) => Target;
}

export const loadBench = (): Promise<BenchRow[]> =>
  withFolder(async (folder) => {
    const anvil = await startAnvil({ chainId: 31_337, folder: join(folder, "node"), genesisAt: 1_700_000_000 });
    try {
      const upstreams = join(folder, "upstreams.json");
      const chain = { name: "Bench", chainId: 31_337, blockMs: 1000, finality: 64, upstreams: [anvil.url] };
      await writeFile(upstreams, JSON.stringify({ polygon: { mainnet: chain } }));
      return await measure(await startInstance(["web", "web", "worker"], { RPC_UPSTREAMS_FILE: upstreams }));
    } finally {
      await endFile();
      await anvil.stop();
    }
  });

const measure = async (instance: Instance): Promise<BenchRow[]> => {
  const webs = instance.machines.filter(({ role }) => role === "web");
  const owner = await newOwner(webs[0]!.url);
  await allowPlenty(instance.folder);
  const key = await owner.data<KeyPair>("POST /api/bucket/user/service-accounts", { name: "bench" });
  await owner.site("bench", "x".repeat(4096));
  const objects = await presign(webs, key);
  const keys = await rpcKeys(instance);
  const anyOf = (paths: readonly string[]) => () => paths[randomInt(paths.length)]!;
  const hostOf = ({ url }: Machine): string => new URL(url).host;
  const body = randomBytes(objectBytes / 2).toString("hex");
  const rpcBody = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  const units: readonly Unit[] = [
    { name: "site page, 4 KiB", at: () => ({ host: "bench.localhost", path: "/" }) },
    {
      name: "S3 PUT, 16 KiB",
      at: (web) => ({
        host: hostOf(web),
        path: anyOf(objects.get(web)!.PUT),
        method: "PUT",
        // A known file would cost the server nothing.
        body: () => randomBytes(8).toString("hex") + body.slice(16),
      }),
    },
    { name: "S3 GET, 16 KiB", at: (web) => ({ host: hostOf(web), path: anyOf(objects.get(web)!.GET) }) },
    { name: "RPC call, cached", at: (web) => ({ host: hostOf(web), path: anyOf(keys), body: () => rpcBody }) },
  ];
  const idle = await idleCpu(instance);
  const costs: Cost[] = [];
  const rows: BenchRow[] = [];
  for (const { name, at } of units) {
    const drive = async (used: readonly Machine[]): Promise<number> => {
      const start = performance.now();
      const results = await Promise.all(
        used.map((web) =>
          load({
            ...at(web),
            port: Number(new URL(web.url).port),
            connections: connections / used.length,
            seconds: roundSeconds,
          }),
        ),
      );
      return results.reduce((sum, { requests }) => sum + requests, 0) / ((performance.now() - start) / 1000);
    };
    const [one, two]: [number[], number[]] = [[], []];
    const cost = costOf(instance, name, idle);
    // The first round only warms up.
    for (let round = 0; round <= rounds; round += 1) {
      if (round === 1) cost.start();
      const rate = await drive([webs[round % 2]!]);
      const both = await drive(webs);
      if (round > 0) {
        one.push(rate);
        two.push(both);
        cost.count((rate + both) * roundSeconds);
      }
    }
    costs.push(cost.end());
    rows.push({
      name,
      unit: "/s",
      better: "more",
      ours: median(two),
      floorName: "one web",
      floor: median(one),
    });
  }
  costs.push(await claimCost(instance, webs[0]!.url, owner.token, idle));
  costs.push(await deployCost(instance, owner, idle));
  process.stdout.write(`${tableOfCosts(costs)}\n`);
  return rows;
};

const presign = async (webs: readonly Machine[], { accessKey, secretKey }: KeyPair) => {
  const signer = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: "s3", region: s3Region });
  await signer.fetch(`${webs[0]!.url}/s3/${bucket}`, { method: "PUT" });
  const signed = async (web: Machine, method: string): Promise<readonly string[]> =>
    Promise.all(
      Array.from({ length: objectCount }, async (_, number) => {
        const { url } = await signer.sign(`${web.url}/s3/${bucket}/${number}`, { method, aws: { signQuery: true } });
        return url.slice(web.url.length);
      }),
    );
  const urls = new Map<Machine, Record<"PUT" | "GET", readonly string[]>>();
  for (const web of webs) urls.set(web, { PUT: await signed(web, "PUT"), GET: await signed(web, "GET") });
  // Each object exists before it is read.
  for (const path of urls.get(webs[0]!)!.PUT)
    await fetch(webs[0]!.url + path, { method: "PUT", body: randomBytes(objectBytes) });
  return urls;
};

/** Returns the paths of RPC keys of several teams. */
const rpcKeys = async ({ folder, database }: Instance): Promise<readonly string[]> => {
  const address = { ...(await embeddedAddress(join(folder, "postgres"))), database: databaseName };
  const { db, close } = connectDatabase(address, pino({ level: "silent" }));
  const box = createSecretBox({ SECRET_KEY: database.settings.SECRET_KEY, DATA_DIR: folder });
  const paths: string[] = [];
  for (let team = 0; team < rpcTeams; team += 1) {
    const teamId = await payingTeam(db, 10n ** 9n * landUnit);
    await giveBonus(db, teamId, "COMPUTE_UNIT", 10n ** 12n, 0);
    for (let key = 0; key < rpcKeysPerTeam; key += 1) {
      const id = randomUUID();
      const { userKey, ...secret } = newSecret(box, id);
      await db
        .insertInto("rpc_key")
        .values({ id, team_id: teamId, name: `key ${key}`, notes: "", type: "VIP", ...secret })
        .execute();
      paths.push(`/v1/polygon/mainnet/${userKey}`);
    }
  }
  await close();
  return paths;
};

/** CPU time of all webs, all workers and PostgreSQL, in milliseconds. */
interface Cpu {
  readonly web: number;
  readonly worker: number;
  readonly database: number;
}

/** CPU time per unit. */
interface Cost extends Cpu {
  readonly name: string;
}

/** Less what the processes use per millisecond without load. */
const costOf = (instance: Instance, name: string, idle: Cpu) => {
  let before: Cpu = { web: 0, worker: 0, database: 0 };
  let units = 0;
  let startedAt = 0;
  const start = (): void => {
    before = cpuOf(instance);
    startedAt = performance.now();
  };
  return {
    start,
    count: (more: number): void => void (units += more),
    end: (): Cost => {
      const after = cpuOf(instance);
      const ms = performance.now() - startedAt;
      const per = (part: keyof typeof before): number =>
        Math.max(0, after[part] - before[part] - idle[part] * ms) / units;
      return { name, web: per("web"), worker: per("worker"), database: per("database") };
    },
  };
};

/** Measures the CPU time per millisecond without load. */
const idleCpu = async (instance: Instance): Promise<Cpu> => {
  const before = cpuOf(instance);
  const start = performance.now();
  await delay(idleMs);
  const [after, ms] = [cpuOf(instance), performance.now() - start];
  const per = (part: keyof typeof before): number => (after[part] - before[part]) / ms;
  return { web: per("web"), worker: per("worker"), database: per("database") };
};

const claimCost = async (instance: Instance, url: string, token: string, idle: Cpu): Promise<Cost> => {
  const call = callerOf(url);
  const created = await call("POST /api/boost/node/create", { token, body: {} });
  const node = (created.body.data as { token: string }).token;
  const cost = costOf(instance, "Boost: a node's claim", idle);
  cost.start();
  for (let claim = 0; claim < claims; claim += 1) {
    const { status } = await call("PUT /api/boost/node/claim", { token: node });
    if (status !== 200) throw new Error(`A claim was answered with ${status}.`);
  }
  cost.count(claims);
  return cost.end();
};

const deployCost = async (
  instance: Instance,
  owner: Awaited<ReturnType<typeof newOwner>>,
  idle: Cpu,
): Promise<Cost> => {
  const cost = costOf(instance, "deployment of an upload", idle);
  cost.start();
  for (let number = 0; number < deployments; number += 1) await owner.site(`bench-${number}`, String(number));
  cost.count(deployments);
  return cost.end();
};

const tableOfCosts = (costs: readonly Cost[]): string => {
  const ms = (value: number): string => value.toFixed(2).padStart(9);
  const width = Math.max(...costs.map(({ name }) => name.length));
  return [
    `${"CPU ms per".padEnd(width)}       web    worker  database`,
    ...costs.map(({ name, web, worker, database }) => `${name.padEnd(width)} ${ms(web)} ${ms(worker)} ${ms(database)}`),
  ].join("\n");
};

const ticksPerMs = 0.1;

/** Returns the CPU time used so far, in milliseconds, from /proc (Linux). */
const cpuOf = ({ machines, folder }: Instance): Cpu => {
  const of = (role: string): number =>
    machines.filter((machine) => machine.role === role).reduce((sum, { pid }) => sum + cpuOfProcess(pid), 0);
  const postmaster = postmasterIn(folder);
  const backends = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
  const database = [postmaster, ...backends.map(Number)].reduce((sum, pid) => sum + cpuOfProcess(pid), 0);
  return { web: of("web"), worker: of("worker"), database };
};

const postmasterIn = (folder: string): number =>
  Number(readFileSync(join(folder, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);

/** The fields after the name of the program. */
const statOf = (pid: number | string): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
  } catch {
    return [];
  }
};
const parentOf = (pid: string): number => Number(statOf(pid)[1] ?? 0);

/** With the time of its ended children. */
const cpuOfProcess = (pid: number | undefined): number => {
  if (pid === undefined) return 0;
  const times = statOf(pid).slice(11, 15).map(Number);
  return times.reduce((sum, ticks) => sum + ticks, 0) / ticksPerMs;
};
