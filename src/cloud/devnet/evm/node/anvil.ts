/** Runs an anvil process: an EVM node for one chain ID, on an ephemeral port of the loopback address. */
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { spawnGuarded, type GuardedProcess } from "../../../engines/database/embedded/guarded-process.ts";
import { anvilProgram } from "./binary.ts";
import { nodeRequestTo, type NodeRequest } from "../../../engines/evm/node-request.ts";
import { endStaleNode } from "./stale-node.ts";

export interface AnvilOptions {
  readonly chainId: number;
  /** Folder for its state and its PID file, used by no other process. */
  readonly folder: string;
  /** Unix seconds of block 0. */
  readonly genesisAt: number;
  /** Called when it stops giving signs of life while it owes an answer, and when it does again. */
  onSilence?(isSilent: boolean): void;
}

export interface Anvil {
  /** Includes development methods: never expose it. */
  readonly request: NodeRequest;
  /** Local URL. */
  readonly url: string;
  readonly ended: Promise<unknown>;
  /** Writes the state and stops. */
  stop(): Promise<void>;
}

/** Makes blocks deterministic: the same log results in the same hashes. */
const rules = ["--hardfork", "prague", "--gas-limit", "30000000", "--base-fee", "1000000000", "--order", "fifo"];
/** No automatic mining and no unlocked accounts; only 64 blocks of state, because states are large. */
const defaultArguments = [
  "--no-mining",
  "--accounts",
  "0",
  "--prune-history",
  "64",
  "--no-cors",
  "--host",
  "127.0.0.1",
];
const stateSeconds = 120;
const farewellMs = 10_000;

/** Starts the node with the state of an earlier run, if any. Throws with its output if it does not start. */
export const startAnvil = async (options: AnvilOptions): Promise<Anvil> => {
  const state = stateFile(options.folder);
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  await endStaleNode(join(options.folder, "pid"), state);
  try {
    return await launch(options);
  } catch {
    // A state whose write was interrupted is truncated. It is only a cache.
    await rm(state, { force: true });
    return launch(options);
  }
};

/** Makes the next start begin at block 0. */
export const forgetState = (folder: string): Promise<void> => rm(stateFile(folder), { force: true });

const stateFile = (folder: string): string => join(folder, "state.json");

const launch = async (options: AnvilOptions): Promise<Anvil> => {
  const { chainId, folder, genesisAt } = options;
  const state = ["--state", stateFile(folder), "--state-interval", String(stateSeconds)];
  const chain = ["--chain-id", String(chainId), "--timestamp", String(genesisAt), "--port", "0"];
  // exec replaces the shell, so its PID is the node's.
  const writePid = ["-c", 'echo $$ > "$0"; exec "$@" 2>&1', join(folder, "pid")];
  const args = [...writePid, anvilProgram(), ...chain, ...rules, ...defaultArguments, ...state];
  const child = spawnGuarded({ program: "/bin/sh", args, cwd: folder, outputFd: "pipe" });
  const url = await addressOf(child);
  const pid = Number(await readFile(join(folder, "pid"), "utf8"));
  let isKilled = false;
  const kill = (): void => {
    if (isKilled || child.exitCode() !== undefined) return;
    isKilled = true;
    endProcess(pid);
  };
  const request = watched(url, { kill, onSilence: options.onSilence });
  return { request, url, ended: child.ended, stop: () => stopped(child, options) };
};

interface Watching {
  readonly kill: () => void;
  readonly onSilence: AnvilOptions["onSilence"];
}

const endProcess = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It ended by itself a moment ago.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

/** How often a node is asked for a sign of life while it owes an answer. */
const pingEveryMs = 1_000;
/** How long it may take to give one: counted in ticks, which are late like the answer when the machine or this process is busy. */
const tickMs = 100;
const signOfLifeTicks = 30;
const silentTicks = 10;

/**
 * Requests to a node that is killed if it gives no sign of life: the requests then fail with NodeGone, and the next one
 * starts another node. A node that is busy answers a request that needs no state.
 */
const watched = (url: string, { kill, onSilence }: Watching): NodeRequest => {
  const request = nodeRequestTo(url);
  return async (method, params) => {
    let isOwed = true;
    let timer: NodeJS.Timeout | undefined;
    const watch = (): void => {
      timer = setTimeout(() => {
        let ticks = 0;
        const tick = (): void => {
          ticks += 1;
          if (ticks === silentTicks) onSilence?.(true);
          if (ticks < signOfLifeTicks) timer = setTimeout(tick, tickMs);
          else kill();
        };
        timer = setTimeout(tick, tickMs);
        request("web3_clientVersion").then(
          () => {
            clearTimeout(timer);
            onSilence?.(false);
            if (isOwed) watch();
          },
          () => isOwed && kill(),
        );
      }, pingEveryMs);
    };
    watch();
    try {
      return await request(method, params);
    } finally {
      isOwed = false;
      clearTimeout(timer);
    }
  };
};

/** Stops the node after it has written its state; kills it if it hangs. */
const stopped = async (child: GuardedProcess, { folder }: AnvilOptions): Promise<void> => {
  const ending = child.stop();
  const isGone = await Promise.race([ending.then(() => true), delay(farewellMs, false, { ref: false })]);
  if (!isGone) await endStaleNode(join(folder, "pid"), stateFile(folder), 0);
  await ending;
};

const addressOf = (child: GuardedProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = "";
    const output = child.output as Readable;
    const listen = (chunk: Buffer): void => {
      printed += chunk.toString();
      const address = /Listening on (\S+)/.exec(printed)?.[1];
      if (address === undefined) return;
      output.off("data", listen);
      // From here on, it prints one line per request.
      output.resume();
      resolve(`http://${address}`);
    };
    output.on("data", listen);
    void child.ended.then(() => reject(new Error(`The EVM node did not start:\n${printed}`)));
  });
