/**
 * Buckets and their objects: metadata in the database, bytes in the block store. Access is checked by the caller
 * (services/s3). Keys are opaque UTF-8 text, listed in the order of their bytes.
 */
import type { Readable } from "node:stream";
import { sql } from "kysely";
import type { BucketVisibility } from "../../../../resources/bucket/buckets.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { AppError } from "../../app-error.ts";
import { createWriter } from "./batch.ts";
import { createComplete } from "./complete.ts";
import { createEvents } from "./events.ts";
import type {
  Bucket,
  CorsRule,
  Checksums,
  Attributes,
  StoredObject,
  WriteCondition,
  Received,
  ReceiveOptions,
  ListOptions,
  Listing,
  Upload,
  Part,
  ByteRange,
} from "./model.ts";
import { createObjects } from "./objects.ts";
import { createBodies } from "./receive.ts";
import { createRegistry } from "./registry.ts";
import { removeBucket, removeTeamBuckets } from "./remove-bucket.ts";
import { createStaging } from "./staging.ts";
import { sweepUploads } from "./sweep.ts";
import { createUploads } from "./uploads.ts";

export type * from "./model.ts";

/** Errors are AppErrors with the codes BUCKET_…, OBJECT_…, UPLOAD_… of resources/errors.ts; services/s3 turns them into S3's. */
export interface Buckets {
  /** Creates a bucket, private by default. */
  create(teamId: string, name: string, visibility?: BucketVisibility): Promise<Bucket>;
  /** Finds a bucket. Names are unique on the instance. Cached briefly, because every request uses it. */
  find(name: string): Promise<Bucket | undefined>;
  listOf(teamId: string, reader?: Db): Promise<readonly Bucket[]>;
  /** Throws BUCKET_NOT_EMPTY while there are objects; unfinished uploads are aborted. */
  remove(bucket: Bucket): Promise<void>;
  setCors(bucket: Bucket, rules: readonly CorsRule[] | undefined): Promise<void>;
  /** Throws BUCKET_PRIVATE: only a public bucket has a policy. */
  setPolicy(bucket: Bucket, policy: string | undefined): Promise<void>;
  /**
   * Sets whether anyone can read objects by CID. Making a bucket private removes its policy. Call `visibilityChanged` after
   * the commit. Throws BUCKET_HAS_DOMAINS.
   */
  setVisibility(trx: Trx, bucket: Pick<Bucket, "id">, visibility: BucketVisibility): Promise<void>;
  /** Clears cached buckets and read access in every process. Call it after the transaction commits. */
  visibilityChanged(): void;
  /** Sets visibility and policy in a separate transaction. Throws BUCKET_HAS_DOMAINS. */
  setAccess(bucket: Bucket, access: Pick<Bucket, "visibility" | "policy">): Promise<void>;

  /** Receives a body in constant memory. Throws ALLOWANCE_USED_UP before or while reading. */
  receive(body: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<Received>;
  /** Stores an object; resolves once it is durable. Object, quota and content owners change in one transaction. */
  put(
    bucket: Bucket,
    key: string,
    body: Received,
    attributes: Attributes,
    condition?: WriteCondition,
  ): Promise<StoredObject>;
  /** Copies an object without copying its content. Without `attributes`, the copy has the source's attributes. */
  copy(
    source: { readonly object: StoredObject },
    bucket: Bucket,
    key: string,
    attributes?: Attributes,
    condition?: WriteCondition,
  ): Promise<StoredObject>;
  head(bucket: Bucket, key: string): Promise<StoredObject | undefined>;
  read(object: StoredObject, range?: ByteRange): Promise<Readable>;
  /**
   * Passes bytes to `take` in chunks: the fastest way to send them. A chunk's memory is reused once `take` resolves.
   */
  pour(object: StoredObject, range: ByteRange, take: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  /** Removes objects; returns the keys that existed. Missing keys are not an error. */
  removeObjects(bucket: Bucket, keys: readonly string[]): Promise<readonly string[]>;
  setTags(bucket: Bucket, key: string, tags: Readonly<Record<string, string>>): Promise<void>;
  list(bucket: Bucket, options: ListOptions): Promise<Listing<StoredObject>>;

  createUpload(bucket: Bucket, upload: Omit<Upload, "id" | "createdAt">): Promise<Upload>;
  findUpload(bucket: Bucket, key: string, id: string): Promise<Upload | undefined>;
  putPart(bucket: Bucket, upload: Upload, number: number, body: Received): Promise<Part>;
  copyPart(bucket: Bucket, upload: Upload, number: number, source: StoredObject, range?: ByteRange): Promise<Part>;
  listParts(upload: Upload, options: { readonly after: number; readonly limit: number }): Promise<readonly Part[]>;
  /**
   * Completes an upload; a repeated call returns the object again. Throws UPLOAD_PART_INVALID, UPLOAD_PART_ORDER,
   * UPLOAD_PART_TOO_SMALL (below 5 MiB, except the last part), or UPLOAD_CHECKSUM if the object's checksum is not `expected`.
   */
  complete(
    bucket: Bucket,
    upload: Upload,
    parts: readonly { readonly number: number; readonly etag: string; readonly checksums: Checksums }[],
    condition?: WriteCondition,
    expected?: Checksums,
  ): Promise<StoredObject>;
  abort(bucket: Bucket, upload: Upload): Promise<void>;
  /** Lists unfinished uploads ("fragments") by key, then by time. */
  listUploads(
    bucket: Bucket,
    options: ListOptions & { readonly afterUpload?: string | undefined },
  ): Promise<Listing<Upload> & { readonly nextUpload: string | undefined }>;

  /** Called within the transaction that removes an empty bucket; a guard that throws prevents it. */
  onRemove(guard: OnRemove): void;
  /** Called within the transaction that makes a bucket private; a guard that throws prevents it. */
  onHide(guard: OnHide): void;
  /** Called within the transaction that puts objects; a listener that throws rolls it back. */
  onWritten(listener: OnWritten): void;
  /** Stores whether a bucket's objects are synced to Arweave. services/arweave does the sync. */
  setArweaveSync(trx: Trx, bucketId: string, sync: boolean): Promise<void>;

  /** Removes a team's data; returns the work to do after the commit. */
  removeTeam(trx: Trx, teamId: string): Promise<() => Promise<void>>;
  /** Removes leftovers of crashes and abandoned uploads, now and periodically. */
  /** Removes leftovers of crashes and idle uploads. */
  sweep(): Promise<void>;
  readonly duties: readonly Duty[];
  close(): void;
}

export type OnRemove = (trx: Trx, bucket: Bucket) => Promise<void>;
export type OnHide = (trx: Trx, bucket: Pick<Bucket, "id">) => Promise<void>;

export type OnWritten = (
  trx: Trx,
  teamId: string,
  objects: readonly { readonly bucketId: string; readonly object: StoredObject }[],
) => Promise<void>;

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
  const sweep = () => sweepUploads({ database, staging, allowance });

  return {
    ...registry,
    async remove(bucket) {
      await staging.removeParts(await removeBucket(db, { allowance, removing }, bucket));
      forget();
    },
    receive: bodies.receive,
    ...createObjects({ db, blocks, bodies, writer, changed }),
    ...createUploads({ db, blocks, bodies, staging, allowance }),
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
    // Each process has parts in its own staging folder.
    duties: [{ name: "Remove abandoned bucket uploads", every: "1 h", scope: "process", run: sweep }],
    close: events.close,
  };
};

/** Finds the team's bucket by name. Throws NOT_FOUND, also for other teams' buckets. */
export const ownBucket = async (buckets: Pick<Buckets, "find">, teamId: string, name: string): Promise<Bucket> => {
  const bucket = await buckets.find(name);
  if (bucket?.teamId !== teamId) throw new AppError("NOT_FOUND");
  return bucket;
};
