/** Storage and traffic of buckets, in bytes and requests. */
import { sql } from "kysely";
import type { BucketRow } from "../../../../resources/bucket/buckets.ts";
import type { Overview } from "../../../../resources/bucket/bucket-calls.ts";
import type { Db } from "../../engines/database/database.ts";
import { secondsFromNow } from "../secrets.ts";
import { bucketColumns, bucketOf } from "./rows.ts";
import type { Bucket } from "./service.ts";
import { secondsOf } from "../seconds-of.ts";

const monthSeconds = 30 * 86_400;

/** Lists the team's buckets by name, or only the bucket with the given name. */
export const bucketsWithNumbers = async (db: Db, teamId: string, name?: string): Promise<BucketRow[]> => {
  const rows = await db
    .selectFrom("bucket")
    .select([...bucketColumns, "object_count", "size_bytes"])
    .where("team_id", "=", teamId)
    .$if(name !== undefined, (query) => query.where("name", "=", name!))
    .orderBy("name")
    .execute();
  const ids = rows.map(({ id }) => id);
  const traffic = await monthOf(db, teamId, ids);
  return rows.map((row) => {
    const { id, createdAt, arweaveSync, policy, cors, visibility } = bucketOf(row);
    const month = traffic.get(id) ?? nothing;
    return {
      name: row.name,
      createdAt: secondsOf(createdAt),
      arweave: { sync: arweaveSync },
      usedStorage: Number(row.size_bytes),
      objectCount: Number(row.object_count),
      monthTraffic: month.bytes,
      monthVisit: month.requests,
      visibility,
      public: isPublic(policy),
      hasCors: cors !== undefined,
    };
  });
};

/** Returns one bucket's storage and traffic. */
export const overviewOf = async (db: Db, bucket: Bucket): Promise<Overview> => {
  const row = await db
    .selectFrom("bucket")
    .select(["object_count", "size_bytes"])
    .select((eb) =>
      eb
        .selectFrom("bucket_upload")
        .select(({ fn }) => fn.countAll<bigint>().as("count"))
        .where("bucket_id", "=", bucket.id)
        .where("completed", "is", null)
        .as("fragments"),
    )
    .where("id", "=", bucket.id)
    .executeTakeFirst();
  const month = (await monthOf(db, bucket.teamId, [bucket.id])).get(bucket.id) ?? nothing;
  return {
    storageUsage: Number(row?.size_bytes ?? 0),
    trafficPast30d: month.bytes,
    visitsPast30d: month.requests,
    files: Number(row?.object_count ?? 0),
    fragments: Number(row?.fragments ?? 0),
  };
};

interface Flow {
  readonly bytes: number;
  readonly requests: number;
}

const nothing: Flow = { bytes: 0, requests: 0 };

const monthOf = async (db: Db, teamId: string, bucketIds: readonly string[]): Promise<Map<string, Flow>> => {
  const rows = await db
    .selectFrom("usage_bucket")
    .select(["subject"])
    .select(({ fn }) => [fn.sum<string>("amount").as("bytes"), fn.sum<string>("calls").as("requests")])
    .where("team_id", "=", teamId)
    .where("resource", "=", "TRAFFIC")
    .where("subject", "=", sql<string>`any(${[...bucketIds]}::text[])`)
    .where("bucket", ">=", secondsFromNow(-monthSeconds))
    .groupBy("subject")
    .execute();
  return new Map(
    rows.map(({ subject, bytes, requests }) => [subject, { bytes: Number(bytes), requests: Number(requests) }]),
  );
};

/** Whether a policy grants public access. services/s3 validates and evaluates policies. */
const isPublic = (policy: string | undefined): boolean => {
  if (policy === undefined) return false;
  const { Statement: statements = [] } = JSON.parse(policy) as { Statement?: unknown };
  return (Array.isArray(statements) ? statements : [statements]).some(isForAll);
};

const isForAll = (statement: unknown): boolean => {
  const { Effect: effect, Principal: principal } = (statement ?? {}) as Record<string, unknown>;
  if (effect !== "Allow") return false;
  if (principal === "*") return true;
  const { AWS: names } = (principal ?? {}) as Record<string, unknown>;
  return names === "*" || (Array.isArray(names) && names.includes("*"));
};
