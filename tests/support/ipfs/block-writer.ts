/**
 * Stores files of every kind until it is killed, and prints the CID of each once it is recorded. Arguments: data
 * directory, database URL.
 */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { pino } from "pino";
import { readConfig } from "../../../src/cloud/config.ts";
import type { LinkedFile, PreparedFile, PreparedTree } from "../../../src/cloud/engines/blocks/blocks.ts";
import { openBlocks } from "../../../src/cloud/engines/blocks/open.ts";
import { connectDatabase } from "../../../src/cloud/engines/database/connect.ts";
import { carOf, rawBlock } from "./dag.ts";
import { keyStream } from "./unixfs.ts";

const [dataDir, connectionString] = process.argv.slice(2) as [string, string];
const log = pino({ level: "silent" });
const database = connectDatabase({ connectionString }, log);
const blocks = await openBlocks(readConfig({ DATA_DIR: dataDir }), { ...database, embedded: { dataDir } }, log);
const random = keyStream(randomUUID());
const stored: LinkedFile[] = [];

const stage = async (length: number): Promise<string> => {
  const path = blocks.stagingPath(randomUUID());
  await writeFile(path, random(length));
  return path;
};

const record = async (prepared: Pick<PreparedFile | PreparedTree, "cid" | "record" | "settle">): Promise<void> => {
  await database.db.transaction().execute((trx) => prepared.record(trx));
  process.stdout.write(`${prepared.cid}\n`);
  await prepared.settle();
};

const recordFile = async (file: PreparedFile): Promise<void> => {
  await record(file);
  stored.push({ path: `folder/${stored.length}`, cid: file.cid, sizeBytes: file.sizeBytes });
};

async function* entries(): AsyncGenerator<LinkedFile> {
  yield* stored.slice(-20);
}

const takeCar = async (): Promise<void> => {
  const block = await rawBlock(randomUUID());
  const path = blocks.stagingPath(randomUUID());
  await writeFile(path, await carOf([block.cid], [block]));
  const car = await blocks.importCar(path, { entriesMax: 10 });
  await record({ cid: block.cid.toString(), record: (trx) => car.record(trx), settle: () => car.settle() });
};

const write = async (): Promise<void> => {
  await recordFile(await blocks.prepareBytes(random(500)));
  await recordFile(await blocks.prepareFile(await stage(100_000)));
  await recordFile(await blocks.prepareJoined([await stage(900_000), await stage(300_000)]));
  await record(await blocks.importLinks(entries()));
  await takeCar();
};

const writeOn = async (): Promise<never> => {
  for (;;) await write();
};

await Promise.all([writeOn(), writeOn(), writeOn()]);
