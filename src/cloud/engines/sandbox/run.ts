/** Runs one command in one sandbox, including its folders and cleanup. */
import { logBytesMax, logLinesMax } from "../../../../resources/limits.ts";
import { createRunner, repeat } from "../../kernel/repeat.ts";
import { inside, launchOf, tasksMax } from "./arguments.ts";
import { startChild, type Child } from "./child.ts";
import { type Dial, Refused } from "../network/dial.ts";
import { environmentInside, forwarderPort } from "./environment.ts";
import { giveTo, identityFor, takeBack } from "./identity.ts";
import { createLines } from "./lines.ts";
import { programsToBind } from "./machine-programs.ts";
import type { Programs } from "./programs.ts";
import type { Registries } from "./registries.ts";
import type { SandboxCommand, SandboxEnd } from "./sandbox.ts";
import { createScratch, type Scratch } from "./scratch.ts";
import { spawn } from "node:child_process";
import { statfs, chmod } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { readdirSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { createProxy, type Target } from "../network/proxy.ts";

export interface Place {
  readonly programs: Programs;
  readonly registries: Registries;
  readonly dial: Dial;
}

type Reason = Exclude<SandboxEnd["reason"], "exit">;

const treeTickMs = 250;
const diskTickMs = 500;
const MiB = 1024 * 1024;

/** Share of the task limit. */
const nearShare = 0.9;

/**
 * Number of rejected processes that ends a build. Its own tree may be far below the limit: the kernel counts all tasks
 * of the build's user, and a fork bomb's processes start and end between two measurements.
 */
const refusalsMax = 50;

/** Messages of programs when the kernel denies another process or thread. */
const outOfTasks =
  /Cannot fork|fork: retry|fork: Resource temporarily unavailable|spawn\w* (\S+ )?EAGAIN|pthread_create failed/;

/** Messages of programs when memory is denied. */
const outOfMemory =
  /JavaScript heap out of memory|process out of memory|Array buffer allocation failed|Cannot allocate memory|ENOMEM|bad_alloc|memory allocation of \d+ bytes failed|runtime: out of memory|^MemoryError|OutOfMemoryError/;

/** Runs the command and resolves once none of its processes is left. Rejects only if the sandbox itself fails. */
export const runCommand = async (place: Place, command: SandboxCommand): Promise<SandboxEnd> => {
  if (command.signal?.aborted) return { reason: "cancelled" };
  const identity = await identityFor(command.cacheFolder ?? command.folder);
  const isConnected = command.network === "registries";
  const scratch = await createScratch(identity, {
    command: command.command,
    environment: environmentInside(place, command),
    shims: command.shims ?? {},
    npmrc: place.registries.npmrc,
    ...(isConnected && { forward: { port: forwarderPort, socket: `${inside.run}/proxy.sock` } }),
  });
  const proxy = isConnected ? await openProxy(place, scratch, command) : undefined;
  try {
    await giveTo(identity, [scratch.run, command.folder, ...(command.cacheFolder ? [command.cacheFolder] : [])]);
    const bound = await programsToBind(process.env);
    const child = startChild(place.programs, launchOf(place.programs, identity, scratch, command, bound));
    const end = await supervise(child, command);
    await takeBack(identity, command.folder);
    return end;
  } finally {
    proxy?.close();
    await scratch.remove();
  }
};

const openProxy = (place: Place, scratch: Scratch, { onLine }: SandboxCommand) => {
  const messages = new Set<string>();
  return openRegistryProxy({
    socketPath: scratch.socketPath,
    hosts: place.registries.hosts,
    dial: place.dial,
    onRefused: (message) => {
      if (!messages.has(message)) onLine(message);
      messages.add(message);
    },
  });
};

/** Reads the output and monitors the limits; the first exceeded one is the reason and ends everything inside. */
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
  const stopTree = watchTree(child, command, breakWith);
  const disk = watchDisk(command, breakWith);
  const messages = readOutput(child, command, breakWith);
  try {
    const code = await child.ended;
    if (broken === undefined && code !== 0) broken = messages();
    if (broken === undefined && code !== 0 && (await isFull(command))) broken = "disk";
    return broken === undefined ? { reason: "exit", code } : { reason: broken };
  } finally {
    clearTimeout(timeout);
    stopTree();
    disk.stop();
    command.signal?.removeEventListener("abort", cancel);
  }
};

/** Returns false if the folder was removed in the meantime. */
const isFull = (command: SandboxCommand): Promise<boolean> =>
  isDiskFull(foldersOf(command), command.diskBytes).catch(() => false);

const foldersOf = ({ folder, cacheFolder }: SandboxCommand): string[] =>
  cacheFolder === undefined ? [folder] : [folder, cacheFolder];

/** Forwards the output. Returns the limit that its messages mention. */
const readOutput = (
  child: Child,
  { onLine }: SandboxCommand,
  breakWith: (reason: Reason) => void,
): (() => Reason | undefined) => {
  let [lineCount, byteCount, refusals] = [0, 0, 0];
  let complaint: Reason | undefined;
  const take = (line: string): void => {
    if (lineCount === logLinesMax) return breakWith("output");
    lineCount += 1;
    const kind = complaintIn(line);
    complaint ??= kind;
    if (kind === "processes") refusals += 1;
    onLine(line);
    if (refusals === refusalsMax) breakWith("processes");
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
  return () => complaint;
};

const complaintIn = (line: string): Reason | undefined => {
  if (outOfMemory.test(line)) return "memory";
  return outOfTasks.test(line) ? "processes" : undefined;
};

/** Monitors memory and tasks of everything inside. The kernel enforces tasksMax; a build close to it is ended. */
const watchTree = (child: Child, { memoryMb }: SandboxCommand, breakWith: (reason: Reason) => void) => {
  let pid: number | undefined;
  void child.insidePid.then((known) => (pid = known));
  return repeat(treeTickMs, () => {
    if (pid === undefined) return;
    const { bytes, tasks } = measureTree(pid);
    if (bytes > memoryMb * MiB) breakWith("memory");
    else if (tasks > tasksMax * nearShare) breakWith("processes");
  });
};

/** Measures disk usage, one measurement at a time, and pauses ten times as long as each took. */
const watchDisk = (command: SandboxCommand, breakWith: (reason: Reason) => void): { stop(): void } => {
  const measuring = createRunner(
    async () => {
      const startedAt = performance.now();
      if (!(await isFull(command))) return Math.max(diskTickMs, 10 * (performance.now() - startedAt));
      breakWith("disk");
      return undefined;
    },
    () => undefined,
  );
  measuring.kick(diskTickMs);
  return { stop: () => void measuring.close() };
};

/** Below this, the whole machine is at risk, regardless of the cause. */
const freeBytesMin = 256 * 1024 * 1024;
const freeFilesShareMin = 0.01;

/** Returns true if the folders use `diskBytes` or their disk is nearly full. */
const isDiskFull = async (folders: readonly string[], diskBytes: number): Promise<boolean> => {
  const machine = await statfs(folders[0]!);
  if (machine.bavail * machine.bsize < freeBytesMin) return true;
  if (machine.files > 0 && machine.ffree < machine.files * freeFilesShareMin) return true;
  return (await usedBytes(folders)) >= diskBytes;
};

/**
 * Returns the allocated bytes below the folders, counting hard links once. Files that vanish in the meantime are
 * ignored.
 */
const usedBytes = async (folders: readonly string[]): Promise<number> => {
  const child = spawn("du", ["-sk", "--", ...folders], { stdio: ["ignore", "pipe", "ignore"] });
  const failed = new Promise<never>((_resolve, reject) => child.once("error", reject));
  const output = await Promise.race([text(child.stdout), failed]);
  const kibibytes = output.split("\n").map((line) => Number.parseInt(line, 10) || 0);
  return kibibytes.reduce((sum, size) => sum + size, 0) * 1024;
};

interface TreeUse {
  /** Private memory of the processes: resident and not backed by a file. */
  readonly bytes: number;
  /** Processes and threads. */
  readonly tasks: number;
}

/**
 * Measures the process and all others of its PID namespace, which its own /proc lists. Walking from parents to children
 * would miss most of a fork bomb: orphans move below a process that was read already.
 */
const measureTree = (insidePid: number): TreeUse => {
  const folder = `/proc/${insidePid}/root/proc`;
  const statuses = listProc(folder).map((pid) => readProc(`${folder}/${pid}/status`));
  return {
    bytes: sumOf(statuses, /^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm) * 1024,
    tasks: sumOf(statuses, /^Threads:\s+(\d+)$/gm),
  };
};

const sumOf = (statuses: readonly string[], pattern: RegExp): number =>
  statuses.flatMap((status) => [...status.matchAll(pattern)]).reduce((sum, [, size]) => sum + Number(size), 0);

/** Returns "" if the process ended between two reads. */
const readProc = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

const listProc = (path: string): string[] => {
  try {
    return readdirSync(path).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

// The only network access of a sandbox during an install: an HTTP proxy on a Unix socket that allows only the
// configured package registries. https uses CONNECT to port 443, plain http absolute URLs to port 80.

interface RegistryProxyOptions {
  readonly socketPath: string;
  readonly hosts: readonly string[];
  readonly dial: Dial;
  /** Called with a message for each rejected host. */
  onRefused(message: string): void;
  /** npm limits its connection time, but not its wait for the rest of a package. */
  readonly idleMs?: number;
}

const idleMaxMs = 60_000;

const allowedPorts = { tunnel: 443, http: 80 } as const;

/** Listens until closed. Closing ends all connections. */
const openRegistryProxy = async ({ socketPath, hosts, dial, onRefused, idleMs = idleMaxMs }: RegistryProxyOptions) => {
  const dialRegistry = async ({ host, port, kind }: Target) => {
    if (hosts.includes(port === allowedPorts[kind] ? host : `${host}:${port}`)) return dial(host, port);
    throw new Refused(`${host}:${port} was blocked. Installs can reach only ${hosts.join(", ")}.`);
  };
  const { server, close } = createProxy({ dial: dialRegistry, onRefused, idleMs });
  server.listen(socketPath);
  await once(server, "listening");
  // The build runs as another user; the socket is in a folder that only both can access.
  await chmod(socketPath, 0o666);
  return { close };
};
