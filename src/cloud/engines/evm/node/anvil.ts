/** One anvil process: an EVM node for one chain id, on a port it chooses on the loopback address. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { spawnGuarded, type GuardedProcess } from "../../database/embedded/guarded-process.ts";
import { anvilProgram } from "./binary.ts";
import { nodeRequestTo, type NodeRequest } from "./node-request.ts";
import { endStaleNode } from "./stale-node.ts";

export interface AnvilOptions {
  readonly chainId: number;
  /** For its state and its pid file; nobody else's. */
  readonly folder: string;
  /** Unix seconds of block 0. */
  readonly genesisAt: number;
}

export interface Anvil {
  /** Development methods included: never to be given to anybody outside. */
  readonly request: NodeRequest;
  /** Where it listens, on this machine. */
  readonly url: string;
  readonly ended: Promise<unknown>;
  /** Writes the state and ends. */
  stop(): Promise<void>;
}

/** Together they make a block follow from nothing but what it is made of: the same log gives the same hashes. */
const rules = ["--hardfork", "prague", "--gas-limit", "30000000", "--base-fee", "1000000000", "--order", "fifo"];
/** Nothing is mined by itself, and no account is unlocked; states are kept of 64 blocks only, for they are large. */
const habits = ["--no-mining", "--accounts", "0", "--prune-history", "64", "--no-cors", "--host", "127.0.0.1"];
const stateSeconds = 120;
const farewellMs = 10_000;

/** Starts the node, on the state that an earlier one left. Throws with what it printed when it does not come up. */
export const startAnvil = async (options: AnvilOptions): Promise<Anvil> => {
  const state = stateFile(options.folder);
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  await endStaleNode(join(options.folder, "pid"), state);
  try {
    return await launch(options);
  } catch {
    // Killed while it was written, a state is cut off: it is only a shortcut.
    await rm(state, { force: true });
    return launch(options);
  }
};

/** Makes the next start begin with block 0. */
export const forgetState = (folder: string): Promise<void> => rm(stateFile(folder), { force: true });

const stateFile = (folder: string): string => join(folder, "state.json");

const launch = async (options: AnvilOptions): Promise<Anvil> => {
  const { chainId, folder, genesisAt } = options;
  const state = ["--state", stateFile(folder), "--state-interval", String(stateSeconds)];
  const chain = ["--chain-id", String(chainId), "--timestamp", String(genesisAt), "--port", "0"];
  // The shell becomes the node, so its number is the node's.
  const writePid = ["-c", 'echo $$ > "$0"; exec "$@" 2>&1', join(folder, "pid")];
  const args = [...writePid, anvilProgram(), ...chain, ...rules, ...habits, ...state];
  const child = spawnGuarded({ program: "/bin/sh", args, cwd: folder, outputFd: "pipe" });
  const url = await addressOf(child);
  return { request: nodeRequestTo(url), url, ended: child.ended, stop: () => stopped(child, options) };
};

/** Its state is written first; one that hangs is killed. */
const stopped = async (child: GuardedProcess, { folder }: AnvilOptions): Promise<void> => {
  const ending = child.stop();
  const isGone = await Promise.race([ending.then(() => true), delay(farewellMs, false, { ref: false })]);
  if (!isGone) await endStaleNode(join(folder, "pid"), stateFile(folder), 0);
  await ending;
};

const addressOf = (child: GuardedProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = "";
    const output = child.output as Readable;
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const address = /Listening on (\S+)/.exec(said)?.[1];
      if (address === undefined) return;
      output.off("data", listen);
      // What it prints from here on is one line for each request.
      output.resume();
      resolve(`http://${address}`);
    };
    output.on("data", listen);
    void child.ended.then(() => reject(new Error(`The EVM node did not start:\n${said}`)));
  });
