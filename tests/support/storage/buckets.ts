/** Runs the bucket service on real engines in this process, with a team that has a bucket. */
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import type { Realtime } from "../../../src/cloud/engines/realtime/realtime.ts";
import { createAllowance } from "../../../src/cloud/billing/ledger/allowance.ts";
import { levelOf } from "../../../src/cloud/billing/ledger/usage/storage.ts";
import { createUsage } from "../../../src/cloud/billing/ledger/usage/usage.ts";
import {
  createBuckets,
  type Attributes,
  type Bucket,
  type StoredObject,
} from "../../../src/cloud/storage/buckets/service.ts";
import { createContentOwners } from "../../../src/cloud/storage/content-owners/service.ts";
import { testBlocks } from "../ipfs/blocks.ts";
import { atFileEnd } from "../file-end.ts";
import { fake } from "../fake.ts";

export const plain: Attributes = { metadata: {}, tags: {} };

export interface TestBucketsOptions {
  /** The team's allowance, in bytes. */
  readonly allowedBytes?: number;
}

export const testBuckets = async ({ allowedBytes = 100_000_000 }: TestBucketsOptions = {}) => {
  const { blocks, database, dataDir } = await testBlocks();
  const { db } = database;
  const usage = createUsage(database);
  const allowance = createAllowance(usage);
  const told: string[] = [];
  const realtime = fake<Realtime>({
    toTeam: (_team: string, _event: string, payload: object) => void told.push((payload as { bucket: string }).bucket),
    signal: () => undefined,
    onSignal: () => undefined,
  });
  const engines = { database: { ...database, embedded: { dataDir } }, blocks, realtime };
  const contentOwners = createContentOwners({ engines, allowance });
  const open = () => createBuckets({ engines, contentOwners, allowance });
  const buckets = open();
  atFileEnd(async () => {
    buckets.close();
    await usage.flush();
  });

  const makeTeam = async (bytes = allowedBytes): Promise<string> => {
    const [teamId, personId] = [randomUUID(), randomUUID()];
    await db
      .insertInto("person")
      .values({ id: personId, address: personId, wallet_type: "METAMASK", username: "tester" })
      .execute();
    await db.insertInto("team").values({ id: teamId, name: "Team", owner_id: personId, welcomed_at: null }).execute();
    await db
      .insertInto("allowance_grant")
      .values({
        id: randomUUID(),
        team_id: teamId,
        package: "TRIAL",
        resource: "IPFS_STORAGE",
        amount: BigInt(bytes),
        starts_at: new Date(0),
        ends_at: null,
      })
      .execute();
    return teamId;
  };
  const teamId = await makeTeam();
  const bucket = await buckets.create(teamId, `test-${randomUUID().slice(0, 8)}`);

  const receive = (bytes: Uint8Array | string, team = teamId) =>
    buckets.receive(piecesOf(Buffer.from(bytes)), { teamId: team, checksums: [] });
  const put = async (key: string, bytes: Uint8Array | string, into: Bucket = bucket): Promise<StoredObject> =>
    buckets.put(into, key, await receive(bytes, into.teamId), plain);
  const content = async (key: string, from: Bucket = bucket): Promise<string | undefined> => {
    const object = await buckets.head(from, key);
    return object && text(await buckets.read(object));
  };
  const storedBytes = (team = teamId): Promise<bigint> => levelOf(db, team, "IPFS_STORAGE");

  return {
    blocks,
    database,
    db,
    dataDir,
    contentOwners,
    allowance,
    buckets,
    open,
    told,
    makeTeam,
    teamId,
    bucket,
    receive,
    put,
    content,
    storedBytes,
  };
};

export type TestBuckets = Awaited<ReturnType<typeof testBuckets>>;

/** Splits bytes into chunks, as received over a connection. */
export async function* piecesOf(bytes: Uint8Array, pieceBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
