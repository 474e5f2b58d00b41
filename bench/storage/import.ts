/** Compares importing files into IPFS trees with only hashing and only copying the same bytes. */
import { createHash, hash, randomBytes } from "node:crypto";
import { copyFile, mkdir, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { withEngines, type BenchEngines } from "../engines.ts";
import { race, type Contender } from "../race.ts";
import type { BenchRow } from "../rows.ts";

const MB = 1_000_000;
const ROUNDS = 5;
const LARGE_BYTES = 256 * 1024 * 1024;
const SMALL_FILES = 5000;
const SMALL_BYTES = 20 * 1024;
const FOLDERS = 50;

export const importBench = (): Promise<BenchRow[]> =>
  withEngines(async (ground) => [...(await largeFile(ground)), ...(await manyFiles(ground))]);

/** Imports a finished upload: its bytes are on disk already and become the blob. */
const largeFile = async ({ blocks, folder }: BenchEngines): Promise<BenchRow[]> => {
  const source = join(folder, "large");
  const staging = blocks.stagingPath("bench");
  await writeFile(source, randomParts(LARGE_BYTES));
  let cid = "";
  const seconds = await race(ROUNDS, {
    ours: {
      prepare: () => copyDurably(source, staging),
      run: async () => {
        ({ cid } = await blocks.importPacked(staging, [{ path: "large", offset: 0, sizeBytes: LARGE_BYTES }]));
      },
      clean: () => blocks.forget(cid),
    },
    hash: { run: () => hashFile(source) },
    copy: copying(() => copyFile(source, join(folder, "copy")), join(folder, "copy")),
  });
  return rowsOf("256 MiB upload → tree", "MB/s", LARGE_BYTES / MB, seconds);
};

/** Imports a build's output: many files in folders, copied once into the blob. */
const manyFiles = async ({ blocks, folder }: BenchEngines): Promise<BenchRow[]> => {
  const source = join(folder, "many");
  for (let index = 0; index < SMALL_FILES; index++) {
    const below = join(source, `folder-${index % FOLDERS}`);
    if (index < FOLDERS) await mkdir(below, { recursive: true });
    await writeFile(join(below, `file-${index}.bin`), randomBytes(SMALL_BYTES));
  }
  let cid = "";
  const seconds = await race(ROUNDS, {
    ours: {
      run: async () => {
        ({ cid } = await blocks.importFolder(source));
      },
      clean: () => blocks.forget(cid),
    },
    hash: { run: () => hashFolder(source) },
    copy: copying(() => copyFolder(source, join(folder, "copies")), join(folder, "copies")),
  });
  return rowsOf("5,000 files of 20 KiB → tree", "files/s", SMALL_FILES, seconds);
};

const rowsOf = (
  name: string,
  unit: string,
  amount: number,
  { ours, hash, copy }: Record<"ours" | "hash" | "copy", number>,
): BenchRow[] =>
  [
    { floorName: "only sha256", seconds: hash },
    { floorName: "only copying", seconds: copy },
  ].map(({ floorName, seconds }) => ({
    name,
    unit,
    ours: amount / ours,
    floorName,
    floor: amount / seconds,
    better: "more",
  }));

const copying = (run: () => Promise<unknown>, copy: string): Contender => ({
  run,
  clean: () => rm(copy, { recursive: true, force: true }),
});

const copyDurably = async (from: string, to: string): Promise<void> => {
  await copyFile(from, to);
  const handle = await open(to, "r+");
  await handle.sync();
  await handle.close();
};

const hashFile = async (path: string): Promise<void> => {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  const handle = await open(path);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
  }
  await handle.close();
  hash.digest();
};

const hashFolder = (folder: string): Promise<void> =>
  eachFile(folder, async (path) => void hash("sha256", await readFile(join(folder, path))));

const copyFolder = async (from: string, to: string): Promise<void> => {
  for (let index = 0; index < FOLDERS; index++) await mkdir(join(to, `folder-${index}`), { recursive: true });
  await eachFile(from, (path) => copyFile(join(from, path), join(to, path)));
};

/** Processes as many files at once as the import, which would otherwise have an advantage. */
const eachFile = async (folder: string, work: (path: string) => Promise<void>): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).values();
  const next = async (): Promise<void> => {
    for (const entry of paths) await work(join(relative(folder, entry.parentPath), entry.name));
  };
  await Promise.all(Array.from({ length: 32 }, next));
};

function* randomParts(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= MB) yield randomBytes(Math.min(left, MB));
}
