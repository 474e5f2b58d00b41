/** The temporary folder outside the job's own: run parameters, user files and the proxy's socket. */
import { chmod, copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../lib/temporary-folder.ts";
import type { Identity } from "./identity.ts";

/** Read by inside.mjs. */
export interface RunFile {
  readonly command: string;
  readonly environment: Readonly<Record<string, string>>;
  /** npm's user configuration inside; a build may change it. */
  readonly npmrc: string;
  readonly forward?: { readonly port: number; readonly socket: string };
}

interface RunFolder extends RunFile {
  /** Script programs: name → text. */
  readonly shims: Readonly<Record<string, string>>;
}

export interface Scratch {
  /** Bound to /run/freehold; the build may read it. */
  readonly run: string;
  /** Bound to /etc, file by file. */
  readonly etc: string;
  readonly socketPath: string;
  remove(): Promise<void>;
}

const insideProgram = fileURLToPath(new URL("inside.mjs", import.meta.url));

/** Created in the system's temporary folder, because a Unix socket's path is limited to 107 bytes. */
export const createScratch = async (identity: Identity, { shims, ...file }: RunFolder): Promise<Scratch> => {
  const folder = await temporaryFolder();
  const [run, etc] = [join(folder, "run"), join(folder, "etc")];
  await Promise.all([mkdir(join(run, "bin"), { recursive: true }), mkdir(etc)]);
  await Promise.all([
    writeFile(join(run, "run.json"), JSON.stringify(file), { mode: 0o600 }),
    copyFile(insideProgram, join(run, "inside.mjs")),
    ...Object.entries(shims).map(([name, text]) => writeFile(join(run, "bin", name), text, { mode: 0o755 })),
    writeShared(join(etc, "passwd"), `build:x:${identity.uid}:${identity.gid}:build:/home/build:/bin/sh\n`),
    writeShared(join(etc, "group"), `build:x:${identity.gid}:\n`),
    writeShared(join(etc, "hosts"), "127.0.0.1 localhost\n::1 localhost\n"),
    writeShared(join(etc, "nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files\n"),
  ]);
  return {
    run,
    etc,
    socketPath: join(run, "proxy.sock"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Writes a file that the build's user can read but does not own. */
const writeShared = async (path: string, text: string): Promise<void> => {
  await writeFile(path, text);
  await chmod(path, 0o644);
};
