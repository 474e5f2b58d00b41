/**
 * Load on an instance of four processes, two webs, a gateway and a worker with a database and an S3 store of their own: the throughput of
 * two webs compared with one, in alternate rounds of one run, and the CPU time that one of each unit costs each role and PostgreSQL.
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
import type { Repository } from "../resources/hosting/repositories/repositories.ts";
import { connectDatabase } from "../src/cloud/engines/database/connect.ts";
import { embeddedAddress } from "../src/cloud/engines/database/embedded/embedded-server.ts";
import { databaseName } from "../src/cloud/engines/database/open.ts";
import { startAnvil } from "../src/cloud/devnet/evm/node/anvil.ts";
import { createSecretBox } from "../src/cloud/kernel/secret-box.ts";
import { newSecret } from "../src/cloud/rpc/keys/keys.ts";
import { newOwner } from "../tests/support/account/owner.ts";
import { giveBonus, landUnit, payingTeam } from "../tests/support/billing/paying-team.ts";
import { endFile } from "../tests/support/file-end.ts";
import { newClone } from "../tests/support/git/git-clone.ts";
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
const rpcTeams = 12;
const rpcKeysPerTeam = 8;
const claims = 100;
const deployments = 5;
const builds = 5;
const idleMs = 8000;
const idleTries = 15;
/** Share of one core that all processes use together once they have started everything. */
const idleMost = 0.15;
const bucket = "bench";

type Owner = Awaited<ReturnType<typeof newOwner>>;

/** What load sends to one process. */
interface Target {
  readonly host: string;
  readonly path: string | (() => string);
  readonly method?: string;
  readonly body?: () => string;
}

interface Unit {
  readonly name: string;
  readonly at: (machine: Machine) => Target;
  /** Drives the gateway, compared with one web; by default two webs, compared with one. */
  readonly byGateway?: boolean;
}

export const loadBench = (): Promise<BenchRow[]> =>
  withFolder(async (folder) => {
    const anvil = await startAnvil({ chainId: 31_337, folder: join(folder, "node"), genesisAt: 1_700_000_000 });
    try {
      const upstreams = join(folder, "upstreams.json");
      const chain = { name: "Bench", chainId: 31_337, blockMs: 1000, finality: 64, upstreams: [anvil.url] };
      await writeFile(upstreams, JSON.stringify({ polygon: { mainnet: chain } }));
      return await measure(await startInstance(["web", "web", "gateway", "worker"], { RPC_UPSTREAMS_FILE: upstreams }));
    } finally {
      await endFile();
      await anvil.stop();
    }
  });

const measure = async (instance: Instance): Promise<BenchRow[]> => {
  const webs = instance.machines.filter(({ role }) => role === "web");
  const owner = await newOwner(webs[0]!.url);
  const other = await newOwner(webs[0]!.url);
  await allowPlenty(instance.folder);
  await owner.site("bench", "x".repeat(4096));
  // Each web serves another team, as most requests at one time are of different teams.
  const objects = new Map([
    [webs[0]!, await presign(webs[0]!, owner, bucket)],
    [webs[1]!, await presign(webs[1]!, other, `${bucket}-of-others`)],
  ]);
  const keys = await rpcKeys(instance);
  const anyOf = (paths: readonly string[]) => () => paths[randomInt(paths.length)]!;
  const hostOf = ({ url }: Machine): string => new URL(url).host;
  const body = randomBytes(objectBytes / 2).toString("hex");
  const rpcBody = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  const units: readonly Unit[] = [
    { name: "site page, 4 KiB", at: () => ({ host: "bench.localhost", path: "/" }) },
    { name: "the same by a gateway", at: () => ({ host: "bench.localhost", path: "/" }), byGateway: true },
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
  for (const { name, at, byGateway } of units) {
    const compared = byGateway ? instance.machines.filter(({ role }) => role === "gateway") : webs;
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
      const rate = await drive([webs[round % 2]!]);
      if (round > 0) cost.start();
      const both = await drive(compared);
      if (round > 0) {
        one.push(rate);
        two.push(both);
        cost.stop(both * roundSeconds);
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
  costs.push(await buildCost(instance, owner, idle));
  process.stdout.write(`${tableOfCosts(costs)}\n`);
  return rows;
};

/** Returns signed paths of a team's objects, which exist. */
const presign = async (web: Machine, owner: Owner, name: string): Promise<Record<"PUT" | "GET", readonly string[]>> => {
  const { accessKey, secretKey } = await owner.data<KeyPair>("POST /api/bucket/user/service-accounts", {
    name: "bench",
  });
  const signer = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: "s3", region: s3Region });
  await signer.fetch(`${web.url}/s3/${name}`, { method: "PUT" });
  const signed = async (method: string): Promise<readonly string[]> =>
    Promise.all(
      Array.from({ length: objectCount }, async (_, number) => {
        const { url } = await signer.sign(`${web.url}/s3/${name}/${number}`, { method, aws: { signQuery: true } });
        return url.slice(web.url.length);
      }),
    );
  const paths = { PUT: await signed("PUT"), GET: await signed("GET") };
  for (const path of paths.PUT) await fetch(web.url + path, { method: "PUT", body: randomBytes(objectBytes) });
  return paths;
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

const parts = ["web", "gateway", "worker", "database"] as const;

/** CPU time of all processes of a role, and of PostgreSQL, in milliseconds. */
type Cpu = Readonly<Record<(typeof parts)[number], number>>;

/** CPU time per unit. */
interface Cost extends Cpu {
  readonly name: string;
}

const cpu = (of: (part: keyof Cpu) => number): Cpu => ({
  web: of("web"),
  gateway: of("gateway"),
  worker: of("worker"),
  database: of("database"),
});

/** Less what the processes use per millisecond without load. */
const costOf = (instance: Instance, name: string, idle: Cpu) => {
  let used = cpu(() => 0);
  let before = used;
  let units = 0;
  let startedAt = 0;
  return {
    start: (): void => {
      before = cpuOf(instance);
      startedAt = performance.now();
    },
    /** Adds what was used since the start for this many units. */
    stop: (more: number): void => {
      const [after, ms] = [cpuOf(instance), performance.now() - startedAt];
      used = cpu((part) => used[part] + after[part] - before[part] - idle[part] * ms);
      units += more;
    },
    end: (): Cost => ({ name, ...cpu((part) => used[part] / units) }),
  };
};

/** Waits until the processes have started everything, and returns the CPU time that they use per millisecond without load. */
const idleCpu = async (instance: Instance): Promise<Cpu> => {
  for (let tries = idleTries; ; tries -= 1) {
    const [before, start] = [cpuOf(instance), performance.now()];
    await delay(idleMs);
    const [after, ms] = [cpuOf(instance), performance.now() - start];
    const idle = cpu((part) => (after[part] - before[part]) / ms);
    const total = parts.reduce((sum, part) => sum + idle[part], 0);
    if (total < idleMost) return idle;
    if (tries === 0) throw new Error(`Without load, the instance still uses ${total.toFixed(2)} of a core.`);
  }
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
  cost.stop(claims);
  return cost.end();
};

const deployCost = async (instance: Instance, owner: Owner, idle: Cpu): Promise<Cost> => {
  const cost = costOf(instance, "deployment of an upload", idle);
  cost.start();
  for (let number = 0; number < deployments; number += 1) await owner.site(`bench-${number}`, String(number));
  cost.stop(deployments);
  return cost.end();
};

/** A push, and the build of its commit with a command that does nothing. */
const buildCost = async (instance: Instance, owner: Owner, idle: Cpu): Promise<Cost> => {
  const { id, cloneUrl, defaultBranch } = await owner.data<Repository>("POST /api/hosting/repo", { name: "bench" });
  const { token } = await owner.data<{ token: string }>("POST /api/hosting/user/token/new", { name: "bench" });
  const clone = await newClone(cloneUrl.replace("://", `://bench:${token}@`), defaultBranch);
  const source = { platform: "IPFS", deployType: "REPOSITORY", repoId: id, buildCommand: "true", hookSwitch: false };
  const project = { name: "bench-build", ...source };
  const { projectId } = await owner.data<{ projectId: string }>("POST /api/hosting/project", project);
  const cost = costOf(instance, "push and build", idle);
  // The first build makes the worker's copy of the repository.
  for (let number = 0; number <= builds; number += 1) {
    if (number === 1) cost.start();
    const commitHash = await clone.push({ "index.html": String(number) });
    const line = `POST /api/hosting/project/${projectId}/build`;
    const { taskId } = await owner.data<{ taskId: string }>(line, { commitHash });
    for (let state = ""; state !== "success"; await delay(200)) {
      ({ state } = await owner.data<{ state: string }>(`GET /api/hosting/project/task/object/${taskId}`));
      if (state === "failure") throw new Error("A build failed.");
    }
  }
  cost.stop(builds);
  return cost.end();
};

const tableOfCosts = (costs: readonly Cost[]): string => {
  const ms = (value: number): string => value.toFixed(2).padStart(9);
  const width = Math.max(...costs.map(({ name }) => name.length));
  return [
    `${"CPU ms per".padEnd(width)} ${parts.map((part) => part.padStart(9)).join(" ")}`,
    ...costs.map((cost) => `${cost.name.padEnd(width)} ${parts.map((part) => ms(cost[part])).join(" ")}`),
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
  return { web: of("web"), gateway: of("gateway"), worker: of("worker"), database };
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
