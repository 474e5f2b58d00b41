import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);
const outputMax = 16 * 1024 * 1024;

/** Returns the first existing path, since another program of the same name can come first on the PATH. */
export const programAt = (...paths: readonly string[]): string | undefined =>
  paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Runs a program to its end and returns its output; if it fails, throws with all output. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  { env = {}, cwd }: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<string> => {
  // A missing certificate bundle stops some of them immediately.
  const { AWS_CA_BUNDLE: _bundle, ...inherited } = process.env;
  try {
    const { stdout, stderr } = await run(program, [...args], {
      env: { ...inherited, ...env },
      cwd,
      maxBuffer: outputMax,
    });
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`, { cause: error });
  }
};
