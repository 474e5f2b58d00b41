/** Reads transactions and bundle items of the embedded weave. */
import { buffer } from "node:stream/consumers";
import { CID } from "multiformats/cid";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import type { Db } from "../../engines/database/database.ts";
import type { PostedTransaction, Tag, TransactionStatus } from "../../engines/arweave/arweave.ts";
import { newestBlock } from "./chain.ts";
import { tagsOf } from "./tags.ts";

export interface KnownTransaction {
  readonly id: string;
  readonly bundleId: string | null;
  readonly header: PostedTransaction;
  readonly tags: readonly Tag[];
  readonly ownerAddress: string;
  readonly sizeBytes: number;
  /** Place of the data; undefined while it is incomplete. */
  readonly data: { readonly cid: CID; readonly offset: number } | undefined;
  readonly block: { readonly height: number; readonly id: string; readonly createdAt: Date } | undefined;
  /** Pagination cursor. */
  readonly seq: bigint;
}

export const findTransaction = async (db: Db, id: string): Promise<KnownTransaction | undefined> => {
  const row = await selectKnown(db).where("arweave_transaction.id", "=", id).executeTakeFirst();
  return row && presentKnown(row);
};

export const selectKnown = (db: Db) =>
  db
    .selectFrom("arweave_transaction")
    .leftJoin("arweave_block", "arweave_block.height", "arweave_transaction.height")
    .selectAll("arweave_transaction")
    .select(["arweave_block.id as block_id", "arweave_block.created_at as mined_at"]);

type KnownRow = Awaited<ReturnType<ReturnType<typeof selectKnown>["executeTakeFirstOrThrow"]>>;

export const presentKnown = (row: KnownRow): KnownTransaction => {
  const header = row.header as PostedTransaction;
  return {
    id: row.id,
    bundleId: row.bundle_id,
    header,
    tags: tagsOf(header),
    ownerAddress: row.owner_address,
    sizeBytes: Number(row.data_size),
    data: row.data_cid === null ? undefined : { cid: CID.decode(row.data_cid), offset: Number(row.data_offset) },
    block:
      row.height === null ? undefined : { height: Number(row.height), id: row.block_id!, createdAt: row.mined_at! },
    seq: row.seq,
  };
};

export const statusOf = async (db: Db, id: string): Promise<TransactionStatus> => {
  const row = await db.selectFrom("arweave_transaction").select("height").where("id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  if (row.height === null) return "pending";
  const { height } = await newestBlock(db);
  return { height: Number(row.height), confirmations: Number(height - row.height) };
};

/** Reads all data of a transaction into memory, for manifests and small texts. */
export const readData = async (
  blocks: Pick<Blocks, "read">,
  { data, sizeBytes }: KnownTransaction,
): Promise<Buffer | undefined> => {
  if (!data) return undefined;
  if (sizeBytes === 0) return Buffer.alloc(0);
  return buffer(await blocks.read(data.cid, { start: data.offset, end: data.offset + sizeBytes - 1 }));
};

export const contentTypeOf = ({ tags }: Pick<KnownTransaction, "tags">): string =>
  tags.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "application/octet-stream";
