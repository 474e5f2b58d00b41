/** Finds the sandbox's programs on this machine: bubblewrap, prlimit, setpriv, Node.js and npm. */
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { promisify } from "node:util";
import { errors } from "../../../../resources/declare/errors.ts";
import { findNpm } from "../../lib/npm.ts";
import { findOnPath, firstUsable } from "../../lib/programs.ts";
import { seccompFilter } from "./seccomp.ts";

/** The Node.js and npm of a build. */
export interface NodeRuntime {
  readonly node: string;
  /** The package folder of npm. */
  readonly npmFolder: string;
}

/** Its Node.js and npm are the server's own. */
export interface Programs extends NodeRuntime {
  readonly bwrap: string;
  /** bubblewrap ≥ 0.7 can limit the size of a tmpfs. */
  readonly sizesMemory: boolean;
  readonly prlimit: string;
  /** Set if the server runs as root: builds then run as another user. */
  readonly setpriv: string | undefined;
  /** Chromium, in a folder that programs inside see too; undefined if it is not installed. */
  readonly browser: string | undefined;
  /** The filter of system calls for this architecture. */
  readonly seccomp: Buffer;
  /** The system's certificate file, if any. */
  readonly certificates: string | undefined;
}

/** Returns the programs, or a sentence about a missing one. */
export const findPrograms = async (environment: NodeJS.ProcessEnv): Promise<Programs | string> => {
  if (process.platform !== "linux") return "Repository builds require Linux. You can deploy folders and zips.";
  const onPath = (name: string) => findOnPath(name, environment.PATH ?? "");
  const bwrap = await onPath("bwrap");
  if (bwrap === undefined) return errors.BUILD_UNAVAILABLE.message;
  const [prlimit, setpriv] = await Promise.all([onPath("prlimit"), onPath("setpriv")]);
  const isRoot = process.getuid?.() === 0;
  if (prlimit === undefined || (isRoot && setpriv === undefined)) {
    return "Repository builds require prlimit and setpriv: apt-get install util-linux.";
  }
  const seccomp = seccompFilter(process.arch);
  if (seccomp === undefined) return "Repository builds require x86-64 or ARM64. You can deploy folders and zips.";
  const npmFolder = await findNpm(environment);
  if (npmFolder === undefined) return "Repository builds require npm, which is not installed on the server.";
  const certificates = await findCertificates(environment);
  const browser = await findBrowser();
  const sizesMemory = await versionAtLeast(bwrap, 0, 7);
  return {
    bwrap,
    sizesMemory,
    prlimit,
    setpriv: isRoot ? setpriv : undefined,
    node: process.execPath,
    npmFolder,
    browser,
    seccomp,
    certificates,
  };
};

/** Returns the path of Chromium from a package of the system: what is below /opt or in a snap is not visible inside. */
export const findBrowser = (): Promise<string | undefined> =>
  firstUsable(
    ["chromium-headless-shell", "chromium", "chromium-browser"].map((name) => `/usr/bin/${name}`),
    constants.X_OK,
  );

/** Returns whether a version such as "bubblewrap 0.8.0" is at least `major`.`minor`. */
const versionAtLeast = async (program: string, major: number, minor: number): Promise<boolean> => {
  const { stdout } = await promisify(execFile)(program, ["--version"]);
  const [, installedMajor = 0, installedMinor = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  return installedMajor > major || (installedMajor === major && installedMinor >= minor);
};

/** Finds the certificate authorities in common places, including a company's own. */
const findCertificates = (environment: NodeJS.ProcessEnv): Promise<string | undefined> =>
  firstUsable(
    [
      environment.NODE_EXTRA_CA_CERTS,
      environment.npm_config_cafile,
      environment.SSL_CERT_FILE,
      "/etc/ssl/certs/ca-certificates.crt",
      "/etc/pki/tls/certs/ca-bundle.crt",
      "/etc/ssl/cert.pem",
    ],
    constants.R_OK,
  );
