/**
 * Puts objects, small and large ones and multipart uploads, until it is killed, and prints what was acknowledged: one
 * line of JSON each. Arguments: database URL, data directory, team, bucket name, key prefix.
 */
import { createHash, randomBytes } from "node:crypto";
import { pino } from "pino";
import { readConfig } from "../../../src/cloud/config.ts";
import { openBlocks } from "../../../src/cloud/engines/blocks/open.ts";
import { connectDatabase } from "../../../src/cloud/engines/database/connect.ts";
import { createAllowance } from "../../../src/cloud/billing/ledger/allowance.ts";
import { createUsage } from "../../../src/cloud/billing/ledger/usage/usage.ts";
import { createBuckets } from "../../../src/cloud/storage/buckets/service.ts";
import { createContentOwners } from "../../../src/cloud/storage/content-owners/service.ts";
import { silentRealtime } from "../server/realtime.ts";

const [url, dataDir, teamId, bucketName, word] = process.argv.slice(2) as [string, string, string, string, string];
const log = pino({ level: "silent" });
const database = { ...connectDatabase({ connectionString: url }, log), embedded: { dataDir } };
const blocks = await openBlocks(readConfig({ DATA_DIR: dataDir }), database, log);
const engines = { database, blocks, realtime: silentRealtime };
const allowance = createAllowance(createUsage(database));
const contentOwners = createContentOwners({ engines, allowance });
const buckets = createBuckets({ engines, contentOwners, allowance });
const bucket = (await buckets.find(bucketName))!;
const plain = { metadata: {}, tags: {} };

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 30_000) yield bytes.subarray(at, at + 30_000);
}

const putAgainAndAgain = async (name: string, sizeBytes: number): Promise<void> => {
  for (let number = 0; ; number += 1) {
    const bytes = randomBytes(sizeBytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const key = `${word}/${name}/${number % 50}/${number}`;
    await buckets.put(bucket, key, await buckets.receive(piecesOf(bytes), { teamId, checksums: [] }), plain);
    say({ key, sha256 });
  }
};

const sendParts = async (): Promise<void> => {
  for (;;) {
    const upload = await buckets.createUpload(bucket, { key: `${word}/upload`, attributes: plain });
    for (let number = 1; number <= 3; number += 1) {
      const body = await buckets.receive(piecesOf(randomBytes(90_000)), { teamId, checksums: [] });
      const { etag } = await buckets.putPart(bucket, upload, number, body);
      say({ upload: upload.id, number, etag });
    }
  }
};

say({ ready: true });
void Promise.all([
  ...Array.from({ length: 6 }, (_, name) => putAgainAndAgain(`small ${name}`, 500 + name)),
  ...Array.from({ length: 2 }, (_, name) => putAgainAndAgain(`large ${name}`, 150_000)),
  sendParts(),
]);
