/**
 * The first program inside the sandbox, in plain JavaScript because only Node is there. It lowers itself, opens the one
 * way out when there is one (127.0.0.1 in the sandbox's own network namespace → the bound socket of the registry proxy)
 * and runs the command. The command's environment is set only here, so that it never reaches a program with privileges.
 */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { constants, getPriority, setPriority } from "node:os";
import { pipeline } from "node:stream";

const { command, environment, npmrc, forward } = JSON.parse(readFileSync("/run/freehold/run.json", "utf8"));

const lower = () => {
  // The server's own umask closes what it makes; a build is to make files as on any other machine.
  process.umask(0o022);
  setPriority(Math.max(getPriority(), 10));
  writeFileSync("/proc/self/oom_score_adj", "1000");
};

const openForwarder = ({ port, socket }) =>
  new Promise((resolve, reject) => {
    const server = createServer((inner) => {
      const outer = connect(socket);
      pipeline(inner, outer, inner, () => outer.destroy());
    });
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });

const run = () => {
  const child = spawn("/bin/sh", ["-c", command], { cwd: "/build", env: environment, stdio: ["ignore", 1, 1] });
  child.on("error", (error) => {
    process.stderr.write(`The command could not be started: ${error.message}\n`, () => process.exit(126));
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
};

lower();
if (npmrc) writeFileSync(`${environment.HOME}/.npmrc`, npmrc);
if (forward) await openForwarder(forward);
run();
