/** Starts child processes that never outlive this process, even after SIGKILL. */
import { spawn, type ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** Runs "$@" next to a reader of stdin: when that pipe ends, because the parent closed it or died, the program ends. */
const guardScript = `
exec 3<&0
"$@" 3<&- &
program=$!
( trap "" INT TERM; while read -r _ <&3; do :; done; kill -INT $program ) 2>/dev/null &
reader=$!
trap "" INT TERM
exec 3<&-
wait $program
status=$?
kill -KILL $reader 2>/dev/null
exit $status`;

export interface GuardedCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** Open file for the program's output, or "pipe". */
  readonly outputFd: number | "pipe";
}

export interface GuardedProcess {
  /** Undefined while it runs. */
  exitCode(): number | undefined;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
  /** The program's output if it is piped. It must be read. */
  readonly output: Readable | null;
  /** Sends SIGINT to the program and waits for its end. */
  stop(): Promise<void>;
}

/** Starts a program that gets SIGINT as soon as this process ends for any reason. */
export const spawnGuarded = ({ program, args, cwd, uid, gid, outputFd }: GuardedCommand): GuardedProcess => {
  const guard = spawn("/bin/sh", ["-c", guardScript, "freehold-guard", program, ...args], {
    cwd,
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
    stdio: ["pipe", outputFd, outputFd === "pipe" ? "ignore" : outputFd],
    // Separate session: Ctrl-C in the terminal reaches only this process, which then stops the program cleanly.
    detached: true,
  });
  const lifeline = guard.stdin as Writable;
  lifeline.on("error", () => undefined);
  let exitCode: number | undefined;
  const ended = endOf(guard).then((code) => {
    exitCode = code;
    // If only the guard was killed, its reader still waits for this.
    lifeline.end();
    return code;
  });
  const stop = async (): Promise<void> => {
    lifeline.end();
    await ended;
  };
  return { exitCode: () => exitCode, ended, output: guard.stdout as Readable | null, stop };
};

const endOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once("error", () => resolve(127));
    child.once("exit", (code) => resolve(code ?? 1));
  });
