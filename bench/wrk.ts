/** Generates load with wrk if installed: it uses less CPU than ours and leaves more of the machine to the server. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { load, type Load, type LoadResult } from "./load.ts";

const run = promisify(execFile);
const unitBytes: Readonly<Record<string, number>> = { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/** Whether wrk is installed. */
export const hasWrk = (): Promise<boolean> =>
  run("wrk", ["--version"]).then(
    () => true,
    // It prints its version and exits with an error.
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
  );

/** Like `load`, which is the fallback. Bytes include headers and bodies, to three digits. */
export const loadByWrk = async (options: Load & { readonly path: string }): Promise<LoadResult> => {
  if (!(await hasWrk())) return load(options);
  const { port, path, host = "bench.localhost", connections, seconds } = options;
  const { stdout } = await run("wrk", [
    "--threads=1",
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    "--timeout=60s",
    `--header=Host: ${host}`,
    `http://127.0.0.1:${port}${path}`,
  ]);
  const [, requests, took, amount, unit] = /(\d+) requests in ([\d.]+)s, ([\d.]+)([KMGT]?)B read/.exec(stdout) ?? [];
  if (!requests || /Socket errors|Non-2xx/.test(stdout)) throw new Error(`wrk could not measure:\n${stdout}`);
  return { requests: Number(requests), seconds: Number(took), bytes: Number(amount) * unitBytes[unit ?? ""]! };
};
