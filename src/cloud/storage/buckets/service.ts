/**
 * Buckets and their objects: metadata in the database, bytes in the block store. Access is checked by the caller
 * (storage/s3). Keys are opaque UTF-8 text, listed in the order of their bytes.
 */
import { sql } from "kysely";
import type { Engines } from "../../engines/engines.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { AppError } from "../../kernel/app-error.ts";
import { createWriter } from "./write/batch.ts";
import { createEvents } from "./events.ts";
import { createObjects } from "./objects.ts";
import { createComplete } from "./write/complete.ts";
import { createRegistry, removeBucket, removeTeamBuckets } from "./registry.ts";
import type { Bucket, Buckets, OnRemove, OnHide, OnWritten } from "./model.ts";
import { createBodies } from "./write/receive.ts";
import { createStaging } from "./write/staging.ts";
import { sweepUploads } from "./sweep.ts";
import { createLifecycle } from "./lifecycle.ts";
import { createVersions } from "./versions.ts";
import { createUploads } from "./write/uploads.ts";

export type * from "./model.ts";
export { publicReadPolicy } from "./public-policy.ts";
export { nullVersion } from "./rows.ts";
export { isVersionId } from "./write/write.ts";

interface Deps {
  readonly engines: Pick<Engines, "database" | "blocks" | "realtime">;
  readonly contentOwners: ContentOwners;
  readonly allowance: Allowance;
}

export const createBuckets = ({ engines, contentOwners, allowance }: Deps): Buckets => {
  const { database, blocks, realtime } = engines;
  const { db } = database;
  const listeners: OnWritten[] = [];
  const written: OnWritten = async (...told) => {
    for (const listener of listeners) await listener(...told);
  };
  const guards: OnRemove[] = [];
  const removing: OnRemove = async (...told) => {
    for (const guard of guards) await guard(...told);
  };
  const hidingGuards: OnHide[] = [];
  const hiding: OnHide = async (...told) => {
    for (const guard of hidingGuards) await guard(...told);
  };
  contentOwners.publishes(sql`
    exists (
      select from bucket_object join bucket on bucket.id = bucket_object.bucket_id
      where bucket_object.cid = root.key and bucket.visibility = 'public'
    )
  `);
  const writeDeps = { blocks, contentOwners, allowance, written };
  const staging = createStaging(blocks);
  const bodies = createBodies({ db, blocks, staging, allowance });
  const writer = createWriter(db, writeDeps);
  const events = createEvents(realtime);
  const { changed } = events;
  const { forget, ...registry } = createRegistry({ db, realtime, hiding });
  const visibilityChanged = (): void => {
    forget();
    contentOwners.visibilityChanged();
  };
  const sweep = async (): Promise<void> => {
    await staging.sweepBodies(database.embedded !== undefined);
    await sweepUploads({ database, staging, allowance });
  };

  const uploads = createUploads({ db, blocks, bodies, staging, allowance });
  const lifecycle = createLifecycle({ db, writeDeps, uploads, changed });

  const removeIn: Buckets["removeIn"] = async (trx, bucket) => {
    const parts = await removeBucket(trx, { allowance, removing }, bucket);
    return async () => {
      await staging.removeParts(parts);
      forget();
    };
  };

  return {
    ...registry,
    async remove(bucket) {
      const effect = await db.transaction().execute((trx) => removeIn(trx, bucket));
      await effect();
    },
    removeIn,
    receive: bodies.receive,
    ...createObjects({ db, blocks, bodies, writer, changed }),
    ...createVersions({ db, writer, writeDeps, changed }),
    ...uploads,
    previewLifecycle: lifecycle.preview,
    applyLifecycle: lifecycle.apply,
    ...createComplete({ db, blocks, staging, writeDeps, changed }),
    visibilityChanged,
    async setAccess(bucket, { visibility, policy = null }) {
      await db.transaction().execute(async (trx) => {
        await registry.setVisibility(trx, bucket, visibility);
        await trx.updateTable("bucket").set({ policy }).where("id", "=", bucket.id).execute();
      });
      visibilityChanged();
    },
    onRemove: (guard) => void guards.push(guard),
    onHide: (guard) => void hidingGuards.push(guard),
    onWritten: (listener) => void listeners.push(listener),
    async setArweaveSync(trx, bucketId, sync) {
      await trx.updateTable("bucket").set({ arweave_sync: sync }).where("id", "=", bucketId).execute();
    },
    async removeTeam(trx, teamId) {
      const parts = await removeTeamBuckets(trx, teamId);
      return async () => {
        forget();
        await staging.removeParts(parts);
      };
    },
    sweep,
    duties: [
      ...lifecycle.duties,
      // In each worker, because a start removes what a killed predecessor left.
      {
        name: "Remove abandoned bucket uploads",
        every: "1 h",
        scope: "process",
        run: () => sweepUploads({ database, staging, allowance }),
      },
      {
        name: "Remove leftovers of received objects",
        every: "1 h",
        scope: "process",
        role: "any",
        run: () => staging.sweepBodies(database.embedded !== undefined),
      },
    ],
    close: events.close,
  };
};

/** Finds the team's bucket by name. Throws NOT_FOUND, also for other teams' buckets. */
export const ownBucket = async (buckets: Pick<Buckets, "find">, teamId: string, name: string): Promise<Bucket> => {
  const bucket = await buckets.find(name);
  if (bucket?.teamId !== teamId) throw new AppError("NOT_FOUND");
  return bucket;
};
