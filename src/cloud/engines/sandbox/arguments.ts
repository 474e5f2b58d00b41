/** Builds bubblewrap's arguments: the files inside, the user and the limits of a build. */
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import type { Identity } from "./identity.ts";
import type { NodeRuntime, Programs } from "./programs.ts";
import type { SandboxCommand } from "./sandbox.ts";
import type { Scratch } from "./scratch.ts";

const MiB = 1024 * 1024;
/** Maximum number of threads and processes. Bundlers start one thread per core in several processes. */
export const tasksMax = 1024;
const tmpBytesMax = 512 * MiB;
const homeBytesMax = 256 * MiB;
const sharedMemoryBytesMax = 64 * MiB;

/** V8 reserves 512 MiB for code alone, and each thread reserves its stack. */
const reservedBytes = 1024 * MiB;

/** Folders inside. */
export const inside = { job: "/build", cache: "/cache", home: "/home/build", run: "/run/freehold" } as const;
export const insidePath = `/opt/bin:/opt/node/bin:/usr/local/bin:/usr/bin:/bin:${inside.run}/bin`;
export const insideCertificates = "/run/certificates.pem";

const rootLinks = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];
/**
 * Parent folders of bound files. Created explicitly, because bubblewrap would create them without access for the
 * build's user.
 */
const openFolders = ["/etc", "/etc/ssl", "/opt", "/opt/bin", "/opt/node", "/opt/node/bin", "/run", "/home"];
const etcFiles = ["passwd", "group", "hosts", "nsswitch.conf"];
/** Debian Ruby's folder for `gem install`. */
const gems = "/var/lib/gems";
const machineFiles = ["/etc/fonts", "/etc/ld.so.cache", "/etc/alternatives", "/etc/ssl/openssl.cnf", "/etc/localtime"];

export interface Launch {
  /** Read by bubblewrap from a pipe: every process inside could read its command line in /proc/1/cmdline. */
  readonly setup: readonly string[];
  /** The first program inside, with its arguments. */
  readonly program: readonly string[];
}

/** Returns the command that starts the sandbox. `bound` maps additional programs to their paths outside. */
export const launchOf = (
  programs: Programs,
  identity: Identity,
  scratch: Scratch,
  command: Pick<SandboxCommand, "folder" | "cacheFolder" | "memoryMb" | "diskBytes" | "runtime">,
  bound: ReadonlyMap<string, string> = new Map(),
): Launch => ({
  setup: [
    namespaces(identity),
    machine(programs),
    programsInside(command.runtime ?? programs, bound),
    ownFolders(programs, scratch, command),
    ["--remount-ro", "/", "--clearenv", "--setenv", "PATH", insidePath],
  ].flat(),
  program: [
    dropPrivileges(programs, identity),
    limits(programs, command),
    ["/opt/node/bin/node", `${inside.run}/inside.mjs`],
  ].flat(),
});

/** As root, bubblewrap needs no user namespace and keeps only the capabilities to switch to the build's user. */
const namespaces = ({ uid, gid, isOther }: Identity): string[] =>
  [
    ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ["--die-with-parent", "--new-session", "--hostname", "build", "--cap-drop", "ALL"],
    isOther
      ? ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"].flatMap((name) => ["--cap-add", name])
      : ["--unshare-user", "--uid", `${uid}`, "--gid", `${gid}`],
  ].flat();

const machine = ({ certificates, sizesMemory }: Programs): string[] =>
  [
    ["--ro-bind", "/usr", "/usr"],
    rootLinks.flatMap(sameOnMachine),
    existsSync(gems) ? ["--dir", "/var", "--dir", "/var/lib", "--ro-bind", gems, gems] : [],
    ["--proc", "/proc", "--dev", "/dev"],
    memoryFolder("/dev/shm", sizesMemory && sharedMemoryBytesMax),
    ["--remount-ro", "/dev"],
    openFolders.flatMap((path) => ["--dir", path]),
    machineFiles.flatMap((path) => ["--ro-bind-try", path, path]),
    certificates === undefined ? [] : ["--ro-bind", certificates, insideCertificates],
  ].flat();

const programsInside = ({ node, npmFolder }: NodeRuntime, bound: ReadonlyMap<string, string>): string[] =>
  [
    ["--ro-bind", node, "/opt/node/bin/node", "--ro-bind", npmFolder, "/opt/npm"],
    ["--symlink", "/opt/npm/bin/npm-cli.js", "/opt/bin/npm", "--symlink", "/opt/npm/bin/npx-cli.js", "/opt/bin/npx"],
    [...bound].flatMap(([name, path]) => ["--ro-bind", path, `/opt/bin/${name}`]),
  ].flat();

const ownFolders = (
  { sizesMemory }: Programs,
  { etc, run }: Scratch,
  { folder, cacheFolder }: Pick<SandboxCommand, "folder" | "cacheFolder">,
): string[] =>
  [
    etcFiles.flatMap((name) => ["--ro-bind", `${etc}/${name}`, `/etc/${name}`]),
    ["--ro-bind", run, inside.run],
    memoryFolder("/tmp", sizesMemory && tmpBytesMax),
    memoryFolder(inside.home, sizesMemory && homeBytesMax),
    ["--bind", folder, inside.job],
    cacheFolder === undefined ? [] : ["--bind", cacheFolder, inside.cache],
  ].flat();

const memoryFolder = (path: string, sizeBytes: number | false): string[] => {
  const size = sizeBytes === false ? [] : ["--size", `${sizeBytes}`];
  return [...size, "--perms", "1777", "--tmpfs", path];
};

const sameOnMachine = (path: string): string[] => {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry) return [];
  return entry.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
};

const dropPrivileges = ({ setpriv }: Programs, { uid, gid, isOther }: Identity): string[] => {
  if (!isOther || setpriv === undefined) return [];
  const nobodyElse = ["--reuid", `${uid}`, "--regid", `${gid}`, "--clear-groups"];
  return [setpriv, ...nobodyElse, "--inh-caps", "-all", "--bounding-set", "-all"];
};

/**
 * watch-tree.ts limits the total memory a few times per second; --data is a hard limit per process, above V8's unused
 * reservations.
 */
const limits = (
  { prlimit }: Programs,
  { memoryMb, diskBytes }: Pick<SandboxCommand, "memoryMb" | "diskBytes">,
): string[] => [
  prlimit,
  `--nproc=${tasksMax}`,
  `--data=${memoryMb * MiB + reservedBytes}`,
  `--fsize=${diskBytes}`,
  "--core=0",
  "--",
];
