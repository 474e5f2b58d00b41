/** Finds the system's programs of site generators that are not on npm. */
import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { machinePrograms, type MachineProgram } from "../../../../resources/hosting/builds/build-programs.ts";

interface Known {
  readonly name: string;
  readonly install: string;
  /** A single file without dependencies, which can be bound into a build from any folder. */
  readonly isOneFile: boolean;
}

const requirements: Readonly<Record<MachineProgram, Known>> = {
  hugo: { name: "Hugo", install: "apt-get install hugo", isOneFile: true },
  zola: { name: "Zola", install: "install the binary from getzola.org in /usr/local/bin", isOneFile: true },
  jekyll: { name: "Jekyll", install: "apt-get install jekyll", isOneFile: false },
  middleman: { name: "Middleman", install: "gem install middleman", isOneFile: false },
  bundle: { name: "Bundler, Ruby's package manager,", install: "apt-get install ruby-bundler", isOneFile: false },
};

/** Folders that builds see at the same path. */
const visibleFolders = ["/usr/local/bin", "/usr/bin", "/bin"];

/** Returns one sentence about the first of these programs that builds can't use; undefined if all are available. */
export const missingProgram = async (
  programs: readonly MachineProgram[],
  environment: NodeJS.ProcessEnv,
  visible: readonly string[] = visibleFolders,
): Promise<string | undefined> => {
  for (const program of programs) {
    if ((await find(program, environment, visible)) !== undefined) continue;
    const { name, install } = requirements[program];
    return `${name} is required for the build but not installed on the server: ${install}, then deploy again. Or change the build command.`;
  }
  return undefined;
};

/** Returns the files to bind for a build: program name → path outside. */
export const programsToBind = async (environment: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, string>> => {
  const paths = await Promise.all(
    machinePrograms.map(async (program) => [program, await find(program, environment, visibleFolders)] as const),
  );
  return new Map(
    paths.flatMap(([program, path]) => (path === undefined || path === "visible" ? [] : [[program, path]])),
  );
};

/** Returns "visible" if the build finds it by itself, else the file to bind; undefined if unavailable. */
const find = async (
  program: MachineProgram,
  { PATH = "" }: NodeJS.ProcessEnv,
  visible: readonly string[],
): Promise<string | undefined> => {
  for (const folder of new Set([...PATH.split(delimiter).filter(Boolean), ...visible])) {
    const path = join(folder, program);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const real = await realpath(path);
    if (visible.includes(dirname(path)) && real.startsWith("/usr/")) return "visible";
    if (requirements[program].isOneFile) return real;
  }
  return undefined;
};
