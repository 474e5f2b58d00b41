/** Buckets that anybody reads under a host name: one the team brought along, or one of this cloud. */
import { CID } from "multiformats/cid";
import type { BucketAddress } from "../../../../resources/bucket/domain-calls.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Usage } from "../../ledger/usage.ts";
import { briefly } from "../briefly.ts";
import type { Buckets } from "../buckets/service.ts";
import type { Gateway } from "../gateway/service.ts";
import { hasTraffic } from "../has-traffic.ts";
import type { Hostnames } from "../hostnames/service.ts";
import { createBucketHandler } from "./handle.ts";

export interface BucketAddresses {
  /** The team's buckets by name, each with its address. */
  list(db: Db, teamId: string): Promise<BucketAddress[]>;
  /** Gives a bucket an address, or takes it away; what is so already stays. `changed` once it is committed. Throws NOT_FOUND. */
  set(trx: Trx, teamId: string, bucketName: string, on: boolean): Promise<BucketAddress & { readonly id: string }>;
  /** This process shows it at once, others within seconds. */
  changed(bucketId: string): void;
}

interface Parts {
  readonly engines: Pick<Engines, "database" | "blocks">;
  readonly buckets: Pick<Buckets, "find" | "head">;
  readonly gateway: Pick<Gateway, "registerHandler" | "invalidate">;
  readonly hostnames: Hostnames;
  readonly usage: Pick<Usage, "record">;
  readonly allowance: Pick<Allowance, "ask">;
  /** Whether what a team shows is shown at all. */
  isServed(teamId: string): Promise<boolean>;
  siteUrl(label: string): string;
}

/** Kind of thing that host names and domains lead to. */
const kind = "bucket";
const rememberedMs = 5000;

export const createBucketAddresses = (parts: Parts): BucketAddresses => {
  const { engines, buckets, gateway, hostnames, usage, allowance, siteUrl } = parts;
  const { db } = engines.database;
  const names = briefly(rememberedMs, (id) => nameOf(db, id));
  const traffic = briefly(rememberedMs, (teamId) => hasTraffic(db, allowance, teamId, "BUCKET"));
  gateway.registerHandler(
    kind,
    createBucketHandler({
      bucketOf: async (id) => {
        const name = await names.get(id);
        const bucket = name === undefined ? undefined : await buckets.find(name);
        // Its name may be another bucket's by now.
        return bucket?.id === id ? bucket : undefined;
      },
      head: buckets.head,
      entryOf: (cid) => engines.blocks.resolve(CID.parse(cid), []),
      isServed: parts.isServed,
      hasTraffic: traffic.get,
      onServed: ({ id, teamId }, bytes) =>
        usage.record({ teamId, resource: "TRAFFIC", subject: id, amount: bytes, service: "BUCKET" }),
    }),
  );

  return {
    async list(on, teamId) {
      const rows = await addressed(on, teamId).orderBy("bucket.name").execute();
      return rows.map(({ name, label }) => ({ bucketName: name, ...(label !== null && { url: siteUrl(label) }) }));
    },
    async set(trx, teamId, bucketName, on) {
      // Locked, so that two requests at once do not both claim a name.
      const bucket = await trx
        .selectFrom("bucket")
        .select("id")
        .where("team_id", "=", teamId)
        .where("name", "=", bucketName)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!bucket) throw new AppError("NOT_FOUND");
      const { id } = bucket;
      if (!on) {
        await hostnames.release(trx, kind, id);
        return { id, bucketName };
      }
      const { label } = await addressed(trx, teamId).where("bucket.id", "=", id).executeTakeFirstOrThrow();
      return { id, bucketName, url: siteUrl(label ?? (await hostnames.claim(trx, bucketName, kind, id))) };
    },
    changed: (bucketId) => gateway.invalidate(kind, bucketId),
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
