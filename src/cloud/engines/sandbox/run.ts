/** One command in one sandbox, from its folders to its end. */
import { logBytesMax, logLinesMax } from "../../../../resources/limits.ts";
import { bwrapArguments, inside } from "./arguments.ts";
import { startChild, type Child } from "./child.ts";
import type { Dial } from "../network/dial.ts";
import { environmentInside, forwarderPort } from "./environment.ts";
import { giveTo, identityFor, takeBack } from "./identity.ts";
import { createLines } from "./lines.ts";
import { programsToBind } from "./machine-programs.ts";
import type { Programs } from "./programs.ts";
import { openRegistryProxy } from "./registry-proxy.ts";
import type { SandboxCommand, SandboxEnd } from "./sandbox.ts";
import { createScratch, type Scratch } from "./scratch.ts";
import { isDiskFull } from "./watch-disk.ts";
import { treeMemoryBytes } from "./watch-memory.ts";

export interface Place {
  readonly programs: Programs;
  readonly registries: readonly string[];
  readonly dial: Dial;
}

type Reason = Exclude<SandboxEnd["reason"], "exit">;

const memoryTickMs = 250;
const diskTickMs = 500;
const MiB = 1024 * 1024;

/** What programs print when the machine refuses them memory. */
const outOfMemory =
  /JavaScript heap out of memory|process out of memory|Cannot allocate memory|bad_alloc|memory allocation of \d+ bytes failed|runtime: out of memory/;

/** Runs the command and resolves once no process of it is left. Rejects only when the sandbox itself fails. */
export const runCommand = async (place: Place, command: SandboxCommand): Promise<SandboxEnd> => {
  if (command.signal?.aborted) return { reason: "cancelled" };
  const identity = await identityFor(command.cacheFolder ?? command.folder);
  const isConnected = command.network === "registries";
  const scratch = await createScratch(identity, {
    command: command.command,
    environment: environmentInside(place.programs, command),
    shims: command.shims ?? {},
    ...(isConnected && { forward: { port: forwarderPort, socket: `${inside.run}/proxy.sock` } }),
  });
  const proxy = isConnected ? await openProxy(place, scratch, command) : undefined;
  try {
    await giveTo(identity, [scratch.run, command.folder, ...(command.cacheFolder ? [command.cacheFolder] : [])]);
    const bound = await programsToBind(process.env);
    const child = startChild(place.programs.bwrap, bwrapArguments(place.programs, identity, scratch, command, bound));
    const end = await supervise(child, command);
    await takeBack(identity, command.folder);
    return end;
  } finally {
    proxy?.close();
    await scratch.remove();
  }
};

const openProxy = (place: Place, scratch: Scratch, { onLine }: SandboxCommand) => {
  const said = new Set<string>();
  return openRegistryProxy({
    socketPath: scratch.socketPath,
    hosts: place.registries,
    dial: place.dial,
    onRefused: (sentence) => {
      if (!said.has(sentence)) onLine(sentence);
      said.add(sentence);
    },
  });
};

/** Reads the output and watches the limits; the first one broken is the reason, and ends everything inside. */
const supervise = async (child: Child, command: SandboxCommand): Promise<SandboxEnd> => {
  let broken: Reason | undefined;
  const breakWith = (reason: Reason): void => {
    if (broken !== undefined) return;
    broken = reason;
    child.kill();
  };
  const cancel = () => breakWith("cancelled");
  command.signal?.addEventListener("abort", cancel, { once: true });
  const timeout = setTimeout(() => breakWith("timeout"), command.timeoutSeconds * 1000);
  const memory = watchMemory(child, command, breakWith);
  const disk = watchDisk(command, breakWith);
  const saidOutOfMemory = readOutput(child, command, breakWith);
  try {
    const code = await child.ended;
    if (broken === undefined && code !== 0 && saidOutOfMemory()) broken = "memory";
    if (broken === undefined && code !== 0 && (await isFull(command))) broken = "disk";
    return broken === undefined ? { reason: "exit", code } : { reason: broken };
  } finally {
    clearTimeout(timeout);
    clearInterval(memory);
    disk.stop();
    command.signal?.removeEventListener("abort", cancel);
  }
};

/** A folder that its owner removed meanwhile holds nothing. */
const isFull = (command: SandboxCommand): Promise<boolean> =>
  isDiskFull(foldersOf(command), command.diskBytes).catch(() => false);

const foldersOf = ({ folder, cacheFolder }: SandboxCommand): string[] =>
  cacheFolder === undefined ? [folder] : [folder, cacheFolder];

const readOutput = (child: Child, { onLine }: SandboxCommand, breakWith: (reason: Reason) => void): (() => boolean) => {
  let [lineCount, byteCount, saidOutOfMemory] = [0, 0, false];
  const take = (line: string): void => {
    if (lineCount === logLinesMax) return breakWith("output");
    lineCount += 1;
    saidOutOfMemory ||= outOfMemory.test(line);
    onLine(line);
  };
  for (const stream of [child.output, child.errors]) {
    const lines = createLines(take);
    stream.on("data", (chunk: Buffer) => {
      byteCount += chunk.length;
      if (byteCount > logBytesMax) breakWith("output");
      else lines.write(chunk);
    });
    stream.once("end", () => lines.end());
  }
  return () => saidOutOfMemory;
};

const watchMemory = (child: Child, { memoryMb }: SandboxCommand, breakWith: (reason: Reason) => void) => {
  let pid: number | undefined;
  void child.insidePid.then((known) => (pid = known));
  return setInterval(() => {
    if (pid !== undefined && treeMemoryBytes(pid) > memoryMb * MiB) breakWith("memory");
  }, memoryTickMs);
};

/** Each look waits until the one before is done, and gives the disk ten times as long to rest as it took. */
const watchDisk = (command: SandboxCommand, breakWith: (reason: Reason) => void): { stop(): void } => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async (): Promise<void> => {
    const startedAt = performance.now();
    if (await isFull(command)) breakWith("disk");
    else if (!isStopped)
      timer = setTimeout(() => void look(), Math.max(diskTickMs, 10 * (performance.now() - startedAt)));
  };
  timer = setTimeout(() => void look(), diskTickMs);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
