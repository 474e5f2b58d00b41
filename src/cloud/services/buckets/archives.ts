/** Packs a selection of files as a ZIP, or as a CAR of a directory with these files. */
import { CID } from "multiformats/cid";
import type { DownloadFormat } from "../../../../resources/bucket/bucket-calls.ts";
import { BlobDamaged, BlobMissing } from "../../engines/blocks/blob-store.ts";
import type { Engines } from "../../engines/engines.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { hashOf, randomSecret, secondsFromNow } from "../secrets.ts";
import { filesOf } from "./selected.ts";
import { zipOf, type ZipEntry } from "./zip.ts";
import type { Selection } from "./selected.ts";

export interface ArchiveDeps {
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

export const archives: Readonly<Record<DownloadFormat, Archive>> = {
  zip: { type: "application/zip", make: (...selected) => zipOf(zipEntries(...selected)) },
  car: { type: "application/vnd.ipld.car; version=1", make: carOf },
};
