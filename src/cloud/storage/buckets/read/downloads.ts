/**
 * Downloads several files in one archive. A user with read access requests a URL that works once, within five minutes,
 * without further credentials: browsers can't send our headers with downloads. Its content is only saved, never
 * displayed.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import { buckets } from "../../../../../resources/storage/buckets.ts";
import { downloadSeconds } from "../../../../../resources/storage/limits.ts";
import type { DownloadFormat } from "../../../../../resources/storage/bucket-calls.ts";
import { AppError } from "../../../kernel/app-error.ts";
import type { Db } from "../../../engines/database/database.ts";
import type { Engines } from "../../../engines/engines.ts";
import type { Allowance } from "../../../billing/ledger/allowance.ts";
import type { ContentOwners } from "../../content-owners/service.ts";
import type { Usage } from "../../../billing/ledger/usage/usage.ts";
import { hashOf, randomSecret, secondsFromNow } from "../../../kernel/secrets.ts";
import { isStorable } from "../names.ts";
import { bucketColumns, bucketOf } from "../rows.ts";
import type { Bucket } from "../model.ts";
import { type Selection, filesOf } from "./selected.ts";
import { secondsOf } from "../../../lib/seconds-of.ts";
import { BlobDamaged, BlobMissing } from "../../../engines/blocks/store/blob-store.ts";
import { zipOf, type ZipEntry } from "./zip.ts";

export const downloadsPath = "/downloads/";

interface DownloadOptions {
  readonly format: DownloadFormat;
  /** The user who asks: the link ends with the user's access. */
  readonly personId: string;
}

export type Downloads = ReturnType<typeof createDownloads>;

interface Deps {
  readonly engines: Pick<Engines, "database" | "blocks">;
  readonly contentOwners: Pick<ContentOwners, "discard" | "addReferenceCheck">;
  readonly usage: Pick<Usage, "record">;
  readonly allowance: Pick<Allowance, "ask">;
}

export const createDownloads = ({ engines, contentOwners, usage, allowance }: Deps) => {
  const { db } = engines.database;
  contentOwners.addReferenceCheck(async (trx, cids) => {
    const roots = cids.map((cid) => Buffer.from(CID.parse(cid).bytes));
    const sending = await trx
      .selectFrom("bucket_download")
      .select("root")
      .where("root", "=", sql<Buffer>`any(${roots}::bytea[])`)
      .where("expires_at", ">=", new Date())
      .execute();
    return new Map(sending.map(({ root }) => [CID.decode(root!).toString(), "busy"]));
  });

  return {
    async create(
      trx: Db,
      bucket: Bucket,
      selection: Selection,
      { format, personId }: DownloadOptions,
    ): Promise<{ url: string; expiresAt: number }> {
      if (![selection.base, ...selection.keys, ...selection.prefixes].every(isStorable))
        throw new AppError("OBJECT_KEY_INVALID");
      await allowance.ask(trx, bucket.teamId, "TRAFFIC", 1, { service: "BUCKET", subject: bucket.id });
      await trx.deleteFrom("bucket_download").where("expires_at", "<", new Date()).execute();
      const token = randomSecret();
      const expiresAt = secondsFromNow(downloadSeconds);
      await trx
        .insertInto("bucket_download")
        .values({
          token_hash: hashOf(token),
          bucket_id: bucket.id,
          selection: JSON.stringify(selection),
          format,
          person_id: personId,
          expires_at: expiresAt,
          root: null,
        })
        .execute();
      return { url: downloadsPath + token, expiresAt: secondsOf(expiresAt) };
    },

    servesPath: (url: string): boolean => url.startsWith(downloadsPath),

    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      if (request.method !== "GET") return refuse(response, 405, "Use GET to download an archive.");
      const download = await redeem(db, request.url!.slice(downloadsPath.length));
      if (!download)
        return refuse(response, 404, "This download link has been used or has expired. Start the download again.");
      const { bucket, selection, format } = download;
      const { type, make } = archives[format];
      response.writeHead(200, {
        ...headers,
        "content-type": type,
        "content-disposition": attachment(nameOf(bucket, selection, format)),
      });
      let sent = 0;
      const counted = async function* () {
        for await (const bytes of make({ engines, contentOwners }, bucket.id, selection)) {
          sent += bytes.length;
          yield bytes;
        }
      };
      try {
        await pipeline(Readable.from(counted(), { objectMode: false }), response);
      } catch (error) {
        // The client disconnected.
        if (!isDisconnect(error)) throw error;
      } finally {
        const { teamId, id: subject } = bucket;
        // Downloads by a team member do not count as visits.
        usage.record({ teamId, resource: "TRAFFIC", subject, amount: sent, calls: 0, service: "BUCKET" });
      }
    },
  };
};

const headers = {
  "cache-control": "no-store",
  "content-security-policy": "sandbox",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

const refuse = (response: ServerResponse, status: number, text: string): void =>
  void response.writeHead(status, { ...headers, "content-type": "text/plain; charset=utf-8" }).end(text);

/** Redeems a token. Of several concurrent requests, one succeeds. */
const redeem = async (db: Db, token: string) => {
  const row = await db
    .deleteFrom("bucket_download")
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">=", new Date())
    .returning(["bucket_id", "selection", "format", "person_id"])
    .executeTakeFirst();
  const bucket =
    row && (await db.selectFrom("bucket").select(bucketColumns).where("id", "=", row.bucket_id).executeTakeFirst());
  if (bucket && row.person_id !== null && !(await mayRead(db, bucket.team_id, row.person_id))) return undefined;
  return bucket && { bucket: bucketOf(bucket), selection: row.selection, format: row.format };
};

/** Whether a user still has access to a team's buckets. */
const mayRead = async (db: Db, teamId: string, personId: string): Promise<boolean> => {
  const membership = await db
    .selectFrom("membership")
    .select("team_id")
    .where("team_id", "=", teamId)
    .where("person_id", "=", personId)
    .where("status", "=", "NORMAL")
    .where(({ or, eb }) => or([eb("type", "=", "INDIVIDUAL"), sql<boolean>`${sql.lit(buckets.access)} = any(access)`]))
    .executeTakeFirst();
  return membership !== undefined;
};

/** Returns the folder's name, or the bucket's if there is no folder. */
const nameOf = ({ name }: Bucket, { base }: Selection, format: DownloadFormat): string =>
  `${base.split("/").findLast((part) => part !== "") ?? name}.${format}`;

/** Builds a Content-Disposition header (RFC 6266). */
const attachment = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

const isDisconnect = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  ["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"].includes(error.code as string);

interface ArchiveDeps {
  readonly engines: Pick<Engines, "database" | "blocks">;
  readonly contentOwners: Pick<ContentOwners, "discard">;
}

interface Archive {
  readonly type: string;
  make(deps: ArchiveDeps, bucketId: string, selection: Selection): AsyncIterable<Uint8Array>;
}

/** Time limit for sending a CAR. */
const sendingSecondsMax = 86_400;

async function* zipEntries({ engines }: ArchiveDeps, bucketId: string, selection: Selection): AsyncGenerator<ZipEntry> {
  const { database, blocks } = engines;
  for await (const { object, path } of filesOf(database.db, bucketId, selection)) {
    const bytes = path === "" ? undefined : await blocks.read(CID.parse(object.cid)).catch(undefinedIfDeleted);
    if (!bytes) continue;
    yield { path, sizeBytes: object.sizeBytes, modifiedAt: object.modifiedAt, bytes: () => bytes };
  }
}

/** Skips objects deleted after they were listed. Damaged ones cause an error. */
const undefinedIfDeleted = (error: unknown): undefined => {
  if (error instanceof BlobDamaged || error instanceof BlobMissing) throw error;
};

async function* linkedFiles({ engines }: ArchiveDeps, bucketId: string, selection: Selection) {
  for await (const { object, name } of filesOf(engines.database.db, bucketId, selection))
    yield { path: name, cid: object.cid, sizeBytes: object.sizeBytes };
}

/** Sends a directory as a CAR. The directory is a root until it is sent. */
async function* carOf(deps: ArchiveDeps, bucketId: string, selection: Selection): AsyncGenerator<Uint8Array> {
  const { database, blocks } = deps.engines;
  const tree = await blocks.importLinks(linkedFiles(deps, bucketId, selection));
  const root = CID.parse(tree.cid);
  const sending = {
    token_hash: hashOf(randomSecret()),
    bucket_id: bucketId,
    selection: JSON.stringify({ base: "", keys: [], prefixes: [] } satisfies Selection),
    format: "car" as const,
    expires_at: secondsFromNow(sendingSecondsMax),
    root: Buffer.from(root.bytes),
  };
  try {
    await database.db.transaction().execute(async (trx) => {
      await tree.record(trx);
      await trx.insertInto("bucket_download").values(sending).execute();
      await deps.contentOwners.discard(trx, [tree.cid]);
    });
  } finally {
    await tree.settle();
  }
  try {
    yield* blocks.exportCar(root, { path: [], scope: "all", order: "dfs", dups: false });
  } finally {
    await database.db.deleteFrom("bucket_download").where("token_hash", "=", sending.token_hash).execute();
  }
}

/** Packs a selection of files as a ZIP, or as a CAR of a directory with these files. */
const archives: Readonly<Record<DownloadFormat, Archive>> = {
  zip: { type: "application/zip", make: (...selected) => zipOf(zipEntries(...selected)) },
  car: { type: "application/vnd.ipld.car; version=1", make: carOf },
};
