/** Imports CAR files into a block engine. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { fixedSize } from "ipfs-unixfs-importer/chunker";
import type { PreparedCar } from "../../../src/cloud/engines/blocks/blocks.ts";
import type { TestBlocks } from "./blocks.ts";
import { importedDag, type Dag } from "./dag.ts";
import { keyStream } from "./unixfs.ts";

/** Small chunks, so that a few bytes form a tree. */
export const smallChunks = { chunker: fixedSize({ chunkSize: 10 }), rawLeaves: true, cidVersion: 1 } as const;

/** Returns "a.txt" of four leaves and "docs/b.txt" of one. */
export const smallSite = (): Promise<Dag> =>
  importedDag(
    [
      { path: "a.txt", content: keyStream("a")(35) },
      { path: "docs/b.txt", content: Buffer.from("bb") },
    ],
    { ...smallChunks, wrapWithDirectory: true },
  );

export const takeCar = async (
  { blocks }: Pick<TestBlocks, "blocks">,
  car: Uint8Array,
  options: { readonly roots?: readonly string[]; readonly entriesMax?: number } = {},
): Promise<PreparedCar> => {
  const path = blocks.stagingPath(randomUUID());
  await writeFile(path, car);
  return blocks.importCar(path, { entriesMax: 1000, ...options });
};

export const recordCar = async ({ database }: Pick<TestBlocks, "database">, car: PreparedCar): Promise<void> => {
  await database.db.transaction().execute((trx) => car.record(trx));
  await car.settle();
};
