/** Serves public buckets on a host name: a custom domain or a Freehold subdomain. */
import { CID } from "multiformats/cid";
import type { BucketAddress } from "../../../../resources/bucket/domain-calls.ts";
import { AppError, notFound } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Usage } from "../../ledger/usage.ts";
import { createLookupCache } from "../lookup-cache.ts";
import type { Buckets } from "../buckets/service.ts";
import type { Gateway } from "../gateway/service.ts";
import type { BucketDomains } from "../domains/service.ts";
import { hasTraffic } from "../has-traffic.ts";
import type { Hostnames } from "../hostnames/service.ts";
import { createBucketHandler } from "./handle.ts";

export interface BucketAddresses {
  /** Lists the team's buckets by name, each with its address. */
  list(db: Db, teamId: string): Promise<BucketAddress[]>;
  /** Assigns or removes a bucket's address. Idempotent. Call `changed` after the commit. Throws NOT_FOUND. */
  set(trx: Trx, teamId: string, bucketName: string, on: boolean): Promise<BucketAddress & { readonly id: string }>;
  /** Makes a bucket public before it gets a domain. Call `changed` after the commit. Throws NOT_FOUND. */
  publish(trx: Trx, teamId: string, bucketName: string): Promise<{ readonly id: string }>;
  /** Applies a committed change: immediately in this process, within seconds in others. */
  changed(bucketId: string): void;
}

interface Deps {
  readonly engines: Pick<Engines, "database" | "blocks">;
  readonly buckets: Pick<Buckets, "find" | "head" | "setVisibility" | "visibilityChanged" | "onHide">;
  readonly domains: { readonly ofBuckets: Pick<BucketDomains, "leadTo"> };
  readonly gateway: Pick<Gateway, "registerHandler" | "invalidate">;
  readonly hostnames: Hostnames;
  readonly usage: Pick<Usage, "record">;
  readonly allowance: Pick<Allowance, "ask">;
  /** Whether a team's content is served. */
  isServed(teamId: string): Promise<boolean>;
  siteUrl(label: string): string;
}

/** Target kind of host names and domains. */
const kind = "bucket";
const cacheMs = 5000;

export const createBucketAddresses = (deps: Deps): BucketAddresses => {
  const { engines, buckets, domains, gateway, hostnames, usage, allowance, siteUrl } = deps;
  const { db } = engines.database;
  const names = createLookupCache(cacheMs, (id) => nameOf(db, id));
  const traffic = createLookupCache(cacheMs, (key) => {
    const [teamId = "", subject = ""] = key.split(" ");
    return hasTraffic(db, allowance, teamId, { service: "BUCKET", subject });
  });
  gateway.registerHandler(
    kind,
    createBucketHandler({
      bucketOf: async (id) => {
        const name = await names.get(id);
        const bucket = name === undefined ? undefined : await buckets.find(name);
        // Another bucket may have taken the cached name.
        return bucket?.id === id ? bucket : undefined;
      },
      head: buckets.head,
      entryOf: (cid) => engines.blocks.resolve(CID.parse(cid), []),
      isServed: deps.isServed,
      hasTraffic: ({ id, teamId }) => traffic.get(`${teamId} ${id}`),
      onServed: ({ id, teamId }, bytes) =>
        usage.record({ teamId, resource: "TRAFFIC", subject: id, amount: bytes, service: "BUCKET" }),
    }),
  );

  buckets.onHide(async (trx, { id }) => {
    const hostname = trx.selectFrom("hostname").select("label").where("kind", "=", kind).where("target_id", "=", id);
    if ((await hostname.executeTakeFirst()) || (await domains.ofBuckets.leadTo(trx, id)))
      throw new AppError("BUCKET_HAS_DOMAINS");
  });
  /** Locks the bucket's row, so concurrent requests can't claim a name or make the bucket private. */
  const lock = async (trx: Trx, teamId: string, bucketName: string): Promise<{ readonly id: string }> => {
    const ofTeam = trx.selectFrom("bucket").select("id").where("team_id", "=", teamId).where("name", "=", bucketName);
    return ofTeam.forNoKeyUpdate().executeTakeFirstOrThrow(notFound);
  };

  return {
    async publish(trx, teamId, bucketName) {
      const bucket = await lock(trx, teamId, bucketName);
      await buckets.setVisibility(trx, bucket, "public");
      return bucket;
    },
    async list(on, teamId) {
      const rows = await addressed(on, teamId).orderBy("bucket.name").execute();
      return rows.map(({ name, label }) => ({ bucketName: name, ...(label !== null && { url: siteUrl(label) }) }));
    },
    async set(trx, teamId, bucketName, on) {
      const { id } = await lock(trx, teamId, bucketName);
      if (!on) {
        await hostnames.release(trx, kind, id);
        return { id, bucketName };
      }
      await buckets.setVisibility(trx, { id }, "public");
      const { label } = await addressed(trx, teamId).where("bucket.id", "=", id).executeTakeFirstOrThrow();
      return { id, bucketName, url: siteUrl(label ?? (await hostnames.claim(trx, bucketName, kind, id))) };
    },
    changed(bucketId) {
      buckets.visibilityChanged();
      gateway.invalidate(kind, bucketId);
    },
  };
};

const addressed = (db: Db, teamId: string) =>
  db
    .selectFrom("bucket")
    .leftJoin("hostname", (join) =>
      join
        .on("hostname.kind", "=", kind)
        .on((eb) => eb("hostname.target_id", "=", eb.cast<string>("bucket.id", "text"))),
    )
    .select(["bucket.name", "hostname.label"])
    .where("bucket.team_id", "=", teamId);

const nameOf = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom("bucket").select("name").where("id", "=", id).executeTakeFirst())?.name;
