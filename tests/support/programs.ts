import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);
const outputMax = 16 * 1024 * 1024;

/** The first of these programs that is there: paths, since another of the same name may come first on the PATH. */
export const programAt = (...paths: readonly string[]): string | undefined =>
  paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Runs a program to its end and returns its output; throws with all output when it fails. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  { env = {}, cwd }: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<string> => {
  // A bundle of certificates that is not there stops some of them at once.
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
