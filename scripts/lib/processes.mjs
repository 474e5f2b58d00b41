/** Child processes of the launcher. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { root } from "./root.mjs";

const keptCharacters = 200_000;
const watchMs = 500;
/** The unit of times in /proc, on every Linux. */
const ticksPerSecond = 100;

/** Runs a program and returns its output: `{ code, output }`. Code 127 means that the program is missing. */
export const capture = (program, args, { env, timeoutMs } = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeoutMs,
    });
    let output = "";
    const take = (chunk) => {
      output = (output + chunk).slice(-keptCharacters);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", (error) => resolve({ code: 127, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });

/** Returns the processor time of this process and its ended children in seconds; undefined where /proc is missing. */
export const cpuSeconds = () => {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    const ticks = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15);
    return ticks.reduce((sum, count) => sum + Number(count), 0) / ticksPerSecond;
  } catch {
    return undefined;
  }
};

/**
 * Runs a program on this terminal and returns its exit code. It receives our termination signals, and exits when we are
 * killed.
 */
export const passThrough = (program, args, { env, nodeArgs = [], cwd = root } = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, [...nodeArgs, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    // The terminal sends Ctrl-C to the child as well; a plain kill reaches only us.
    const ignore = () => undefined;
    const forward = () => child.kill("SIGTERM");
    process.on("SIGINT", ignore);
    process.on("SIGTERM", forward);
    process.on("SIGHUP", forward);
    child.on("error", () => resolve(127));
    child.on("exit", (code, signal) => {
      process.off("SIGINT", ignore);
      resolve(code ?? (signal === "SIGINT" ? 130 : 1));
    });
  });

/**
 * Calls `onOrphaned` once a parent process is gone: the launcher above (its channel closes), or npm and its shell,
 * which are polled because killing npm leaves its children running.
 */
export const watchParents = (onOrphaned) => {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    onOrphaned();
  };
  if (process.channel) {
    process.channel.unref();
    process.on("disconnect", end);
  } else if (process.env.npm_lifecycle_event) {
    const watched = npmAbove(process.ppid);
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent || !watched.every(isAlive)) end();
    }, watchMs).unref();
  }
};

/** npm starts scripts through a shell, which may have replaced itself with the script. */
const npmAbove = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return /^(ba|da)?sh$/.test(name) ? [pid, parent] : [pid];
  } catch {
    return [];
  }
};

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};
