/**
 * The S3 endpoint over real engines and Freehold's HTTP server, metered, with an empty bucket and several full ones.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Realtime } from "../../src/cloud/engines/realtime/realtime.ts";
import { createHandlerServer } from "../../src/cloud/http/edge/server.ts";
import { createAllowance } from "../../src/cloud/billing/ledger/allowance.ts";
import { createOutcomes } from "../../src/cloud/billing/ledger/usage/outcomes.ts";
import { createUsage } from "../../src/cloud/billing/ledger/usage/usage.ts";
import { createBuckets } from "../../src/cloud/storage/buckets/service.ts";
import { createContentOwners } from "../../src/cloud/storage/content-owners/service.ts";
import { createS3 } from "../../src/cloud/storage/s3/service.ts";
import { benchKey, benchBucket, listedBucket, listedKeys } from "../storage/objects-config.ts";
import { withEngines } from "../engines.ts";
import { underTest } from "./control.ts";
import { fake } from "../../tests/support/fake.ts";

const allowedBytes = 10n ** 15n;

await withEngines(async ({ blocks, database }) => {
  const { db } = database;
  const usage = createUsage(database);
  const allowance = createAllowance(usage);
  const quiet = { toTeam: () => undefined, signal: () => undefined, onSignal: () => undefined };
  const engines = { database, blocks, realtime: fake<Realtime>(quiet) };
  const contentOwners = createContentOwners({ engines, allowance });
  const buckets = createBuckets({ engines, contentOwners, allowance });

  const [teamId, personId] = [randomUUID(), randomUUID()];
  const user = { id: personId, address: personId, wallet_type: "BENCH", username: "bench" };
  await db.insertInto("person").values(user).execute();
  await db.insertInto("team").values({ id: teamId, name: "Bench", owner_id: personId, welcomed_at: null }).execute();
  for (const resource of ["IPFS_STORAGE", "TRAFFIC"] as const) {
    const grant = { id: randomUUID(), team_id: teamId, package: "STANDARD" as const, resource, amount: allowedBytes };
    await db
      .insertInto("allowance_grant")
      .values({ ...grant, starts_at: new Date(0), ends_at: null })
      .execute();
  }
  await buckets.create(teamId, benchBucket);
  for (const count of listedKeys) {
    const { id } = await buckets.create(teamId, listedBucket(count));
    await sql`
      insert into bucket_object (bucket_id, key, cid, size_bytes, etag, attributes, checks, modified_at)
      select ${id}, 'folder ' || lpad((number / 100)::text, 6, '0') || '/file ' || number,
        decode('01551220' || repeat('00', 32), 'hex'), 1, 'etag', '{"metadata":{},"tags":{}}', '{"checksums":{}}', now()
      from generate_series(1, ${count}) as number
    `.execute(db);
  }
  await sql`analyze bucket_object`.execute(db);

  const key = {
    accessKey: benchKey.accessKeyId,
    secret: benchKey.secretAccessKey,
    teamId,
    personId,
    tokenHash: undefined,
    expiresAt: undefined,
    buckets: [],
    prefixes: [],
    objectKey: undefined,
    permissions: ["read", "write", "delete"] as const,
  };
  const s3 = createS3({
    config: { CONTENT_DOMAIN: "localhost", PUBLIC_URL: undefined },
    database,
    buckets,
    keys: { find: async () => key, recordUse: () => undefined },
    usage,
    outcomes: createOutcomes(database),
    allowance,
  });
  const onFault = (error: unknown): void => void process.stderr.write(`${String(error)}\n`);
  const server = createHandlerServer(() => undefined, { fronts: [{ ...s3, name: "s3", addresses: [] }], onFault });
  underTest(server);
  await new Promise((resolve) => server.on("close", resolve));
  buckets.close();
  await usage.flush();
});
