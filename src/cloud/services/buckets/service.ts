/**
 * Buckets and their objects: metadata in the database, bytes in the block store. Who may do what is decided before it is asked for
 * here (services/s3). Keys are opaque UTF-8 text, listed in the order of their bytes.
 */
import type { Readable } from "node:stream";
import type { Logger } from "pino";
import type { Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Holdings } from "../holdings/service.ts";
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
import { createSweeping } from "./sweep.ts";
import { createUploads } from "./uploads.ts";

export type {
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

/** Errors are AppErrors with the codes BUCKET_…, OBJECT_…, UPLOAD_… of resources/errors.ts; services/s3 turns them into S3's. */
export interface Buckets {
  create(teamId: string, name: string): Promise<Bucket>;
  /** Names are unique in the whole cloud. From memory for a moment: asked with every request. */
  find(name: string): Promise<Bucket | undefined>;
  listOf(teamId: string): Promise<readonly Bucket[]>;
  /** Throws BUCKET_NOT_EMPTY while there are objects; unfinished uploads are given up. */
  remove(bucket: Bucket): Promise<void>;
  setCors(bucket: Bucket, rules: readonly CorsRule[] | undefined): Promise<void>;
  setPolicy(bucket: Bucket, policy: string | undefined): Promise<void>;

  /** Takes a body in; with memory that does not grow with it. Throws ALLOWANCE_USED_UP before or while reading. */
  receive(body: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<Received>;
  /** Acknowledged means durable: object, quota and holdings change in one transaction. */
  put(
    bucket: Bucket,
    key: string,
    body: Received,
    attributes: Attributes,
    condition?: WriteCondition,
  ): Promise<StoredObject>;
  /** Copies without moving a byte. Without `attributes` those of the source stay. */
  copy(
    source: { readonly object: StoredObject },
    bucket: Bucket,
    key: string,
    attributes?: Attributes,
    condition?: WriteCondition,
  ): Promise<StoredObject>;
  head(bucket: Bucket, key: string): Promise<StoredObject | undefined>;
  read(object: StoredObject, range?: ByteRange): Promise<Readable>;
  /** Hands bytes over piece by piece: the fastest way to send them. A piece's memory is used again once `take` resolves. */
  pour(object: StoredObject, range: ByteRange, take: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  /** Removing what is not there is no error. Gives the keys that were there. */
  removeObjects(bucket: Bucket, keys: readonly string[]): Promise<readonly string[]>;
  setTags(bucket: Bucket, key: string, tags: Readonly<Record<string, string>>): Promise<void>;
  list(bucket: Bucket, options: ListOptions): Promise<Listing<StoredObject>>;

  createUpload(bucket: Bucket, upload: Omit<Upload, "id" | "createdAt">): Promise<Upload>;
  findUpload(bucket: Bucket, key: string, id: string): Promise<Upload | undefined>;
  putPart(bucket: Bucket, upload: Upload, number: number, body: Received): Promise<Part>;
  copyPart(bucket: Bucket, upload: Upload, number: number, source: StoredObject, range?: ByteRange): Promise<Part>;
  listParts(upload: Upload, options: { readonly after: number; readonly limit: number }): Promise<readonly Part[]>;
  /**
   * Throws UPLOAD_PART_INVALID, UPLOAD_PART_ORDER or UPLOAD_PART_TOO_SMALL (below 5 MiB, save the last). Asked again after it
   * succeeded, it gives the object once more. `expected` of the whole: throws UPLOAD_CHECKSUM for another.
   */
  complete(
    bucket: Bucket,
    upload: Upload,
    parts: readonly { readonly number: number; readonly etag: string; readonly checksums: Checksums }[],
    condition?: WriteCondition,
    expected?: Checksums,
  ): Promise<StoredObject>;
  abort(bucket: Bucket, upload: Upload): Promise<void>;
  /** Unfinished uploads ("fragments"), by key and then by time. */
  listUploads(
    bucket: Bucket,
    options: ListOptions & { readonly afterUpload?: string | undefined },
  ): Promise<Listing<Upload> & { readonly nextUpload: string | undefined }>;

  /** Asked within the transaction that removes an empty bucket; what a guard throws keeps it. */
  onRemove(guard: OnRemove): void;
  /** Told of objects within the transaction that puts them; what a listener throws undoes them. */
  onWritten(listener: OnWritten): void;
  /** Notes whether a bucket's objects go to Arweave too; what follows from it is for services/arweave. */
  setArweaveSync(trx: Trx, bucketId: string, sync: boolean): Promise<void>;

  /** Removes what a team has here; gives what is to be done after the commit. */
  removeTeam(trx: Trx, teamId: string): Promise<() => Promise<void>>;
  /** Removes what crashes left, and uploads that nobody goes on with; now, and again and again. */
  work(): Promise<void>;
  close(): Promise<void>;
}

export type OnRemove = (trx: Trx, bucket: Bucket) => Promise<void>;

export type OnWritten = (
  trx: Trx,
  teamId: string,
  objects: readonly { readonly bucketId: string; readonly object: StoredObject }[],
) => Promise<void>;

interface Parts {
  readonly engines: Pick<Engines, "database" | "blocks" | "realtime">;
  readonly holdings: Holdings;
  readonly allowance: Allowance;
  readonly log: Logger;
}

export const createBuckets = ({ engines, holdings, allowance, log }: Parts): Buckets => {
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
  const neighbours = { blocks, holdings, allowance, written };
  const staging = createStaging(blocks);
  const bodies = createBodies({ db, blocks, staging, allowance });
  const writer = createWriter(db, neighbours);
  const events = createEvents(realtime);
  const { changed } = events;
  const { forget, ...registry } = createRegistry(db, realtime);
  const sweeping = createSweeping({ database, staging, allowance, log });

  return {
    ...registry,
    async remove(bucket) {
      await staging.removeParts(await removeBucket(db, { allowance, removing }, bucket));
      forget();
    },
    receive: bodies.receive,
    ...createObjects({ db, blocks, bodies, writer, changed }),
    ...createUploads({ db, blocks, bodies, staging, allowance }),
    ...createComplete({ db, blocks, staging, neighbours, changed }),
    onRemove: (guard) => void guards.push(guard),
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
    work: sweeping.work,
    async close() {
      events.close();
      await sweeping.close();
    },
  };
};
