/** Kills the server's processes one at a time while users work, and checks what is left. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, vi } from "vitest";
import { type CloudProcess, preparedDataFolder, processesOn, startCloudProcess } from "./cloud-process.ts";
import { dice } from "../chains/dice.ts";
import { withEmbeddedDatabase } from "../database/embedded-database.ts";
import { postmasterOf } from "../database/external-database.ts";
import { mixedLoad } from "../fuzz/mixed-load.ts";
import { expectReady } from "./ready.ts";
import { unlockAllUsersOn } from "../billing/unlocks.ts";

const victims = ["server", "database", "database connection", "chain node", "any process", "everything"] as const;
type Victim = (typeof victims)[number];
type Roll = ReturnType<typeof dice>;

const longestWorkMs = 2500;
const settings = { EVM_BLOCK_MS: "50" };
const patience = { timeout: 120_000, interval: 100 };

export const killProcesses = async (kills: number, seed: string) => {
  const dataDir = await preparedDataFolder();
  const roll = dice(seed);
  let cloud = startCloudProcess(dataDir, settings);
  let url = await cloud.ready;
  await unlockAllUsersOn(dataDir);
  const load = await mixedLoad(url);
  const killed = new Map<Victim, number>();

  for (let round = 0; round < kills; round += 1) {
    load.start(url);
    await delay(roll(longestWorkMs));
    // Takes turns through all processes.
    const victim = victims[round % victims.length]!;
    if (await kill(victim, cloud, dataDir, roll)) killed.set(victim, (killed.get(victim) ?? 0) + 1);
    if (hasEnded(cloud)) {
      await load.stop();
      await cloud.end("SIGKILL");
      cloud = startCloudProcess(dataDir, settings);
      url = await cloud.ready;
    } else {
      await delay(roll(longestWorkMs));
      await load.stop();
    }
    await expectReady(url);
  }

  await load.expectAllThere(url, dataDir);
  await cloud.end("SIGTERM");
  await vi.waitFor(() => expect(processesOn(dataDir)).toEqual([]), patience);
  return { killed: Object.fromEntries(killed), ...load.counts() };
};

const hasEnded = ({ child }: CloudProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Kills a process. Returns false if there is none. */
const kill = async (victim: Victim, cloud: CloudProcess, dataDir: string, roll: Roll): Promise<boolean> => {
  const pids = await pidsOf(victim, dataDir, roll);
  pids.forEach(killPid);
  const hitsServer = victim === "server" || victim === "everything" || pids.includes(cloud.child.pid!);
  if (!hitsServer) return pids.length > 0;
  await cloud.end("SIGKILL");
  return true;
};

const pidsOf = async (victim: Victim, dataDir: string, roll: Roll): Promise<number[]> => {
  if (victim === "server") return [];
  if (victim === "database") return [await postmasterOf(dataDir)];
  if (victim === "chain node") return chainNodesOf(dataDir);
  if (victim === "any process") {
    const running = processesOn(dataDir);
    return running
      .slice(roll(running.length))
      .slice(0, 1)
      .map((line) => Number.parseInt(line, 10));
  }
  if (victim === "everything") return [await postmasterOf(dataDir), ...(await chainNodesOf(dataDir))];
  return withEmbeddedDatabase(dataDir, async (database) => {
    const { rows } = await database.query<{ pid: number }>(
      "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
    );
    return rows.map(({ pid }) => pid);
  });
};

const chainNodesOf = async (dataDir: string): Promise<number[]> => {
  const folder = join(dataDir, "evm");
  const chains = await readdir(folder).catch(() => []);
  const pids = chains.map((chain) => readFile(join(folder, chain, "pid"), "utf8").catch(() => ""));
  return (await Promise.all(pids)).map(Number).filter((pid) => pid > 0);
};

const killPid = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just exited.
  }
};
