/** Signs pending items and creates uploads: small items share a bundle, each large item is a separate transaction. */
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import { arweaveFreeBytes } from "../../../../resources/storage/arweave-limits.ts";
import type { PostedTransaction, Tag } from "../../engines/arweave/arweave.ts";
import { chunkData, sourceOf, type DataSource } from "../../engines/arweave/chunks.ts";
import { bundleOf, bundleTags, signItem, signTransaction } from "../../engines/arweave/sign.ts";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import type { Item } from "./items.ts";
import type { Deps } from "./deps.ts";
import { failItems } from "./settle.ts";

const bundleItemsMax = 200;
const bundleBytesMax = 4 * 1024 * 1024;
/** Other workers take over the items of a dead worker after this time. */
const leaseSeconds = 60;
const appName: Tag = { name: "App-Name", value: "Freehold" };
const deletedMessage = "The file was deleted before its upload to Arweave.";

/** Packs some of the pending items; false when there are none. */
export const packWaiting = async (deps: Deps): Promise<boolean> => {
  const items = await claimItems(deps);
  const [small, large] = [items.filter(isSmall), items.filter((item) => !isSmall(item))];
  if (small.length > 0) await packBundle(deps, small);
  for (const item of large) await packSingle(deps, item);
  return items.length > 0;
};

const isSmall = ({ size_bytes }: Item): boolean => size_bytes <= BigInt(arweaveFreeBytes);

/** Leases the oldest pending items, up to the size of a bundle. */
const claimItems = async ({ engines: { database } }: Deps): Promise<Item[]> => {
  const { rows } = await sql<Item>`
    with oldest as (
      select id, size_bytes from arweave_item where state = 'waiting' and next_at <= now()
      order by next_at, id limit ${bundleItemsMax} for update skip locked
    ), fitting as (
      select id, sum(size_bytes) over (order by id) - size_bytes as before from oldest
    )
    update arweave_item set next_at = ${secondsFromNow(leaseSeconds)}
    where id in (select id from fitting where before < ${bundleBytesMax}) returning *
  `.execute(database.db);
  return rows;
};

const packBundle = async (deps: Deps, items: readonly Item[]): Promise<void> => {
  const wallet = await deps.wallet();
  const signed = [];
  for (const item of items) {
    const bytes = await bytesOf(deps.engines.blocks, item).catch(() => undefined);
    if (bytes) signed.push({ item, ...(await signItem(wallet, bytes, tagsOf(item))) });
    else await failItems(deps, [item.id], deletedMessage);
  }
  if (signed.length === 0) return;
  const bundle = bundleOf(signed);
  const header = await signTransaction(wallet, deps.engines.arweave.node, await chunkData(sourceOf(bundle)), [
    ...bundleTags,
    appName,
  ]);
  await recordUpload(deps, header, { bundle, cid: null, sizeBytes: bundle.length }, signed);
};

const packSingle = async (deps: Deps, item: Item): Promise<void> => {
  const { blocks, arweave } = deps.engines;
  const source = fileSource(blocks, item.source, Number(item.size_bytes));
  const data = await chunkData(source).catch(() => undefined);
  if (!data) return failItems(deps, [item.id], deletedMessage);
  const header = await signTransaction(await deps.wallet(), arweave.node, data, tagsOf(item));
  const upload = { bundle: null, cid: item.source, sizeBytes: data.sizeBytes };
  await recordUpload(deps, header, upload, [{ item, id: header.id }]);
};

/** Reads a file from the block store in ranges. */
export const fileSource = (blocks: Pick<Blocks, "read">, cid: string, sizeBytes: number): DataSource => ({
  sizeBytes,
  read: async (start, end) => buffer(await blocks.read(CID.parse(cid), { start, end: end - 1 })),
});

const bytesOf = async (blocks: Pick<Blocks, "read">, { inline, source, size_bytes }: Item): Promise<Uint8Array> => {
  if (inline) return inline;
  return size_bytes === 0n
    ? new Uint8Array()
    : fileSource(blocks, source, Number(size_bytes)).read(0, Number(size_bytes));
};

/** The public tags of an item: its type and content hash, not its bucket, name or team. */
const tagsOf = ({ content_type, source, inline }: Item): Tag[] => [
  { name: "Content-Type", value: content_type },
  appName,
  ...(inline ? [] : [{ name: "IPFS-CID", value: source }]),
];

/**
 * Records a signed upload. All later posts, including after restarts and by other processes, send the same signed
 * bytes.
 */
const recordUpload = async (
  { engines: { database } }: Deps,
  header: PostedTransaction,
  upload: { readonly bundle: Buffer | null; readonly cid: string | null; readonly sizeBytes: number },
  signed: readonly { readonly item: Item; readonly id: string }[],
): Promise<void> => {
  await database.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("arweave_upload")
      .values({
        id: header.id,
        header: JSON.stringify(header),
        bundle: upload.bundle,
        cid: upload.cid,
        size_bytes: BigInt(upload.sizeBytes),
        posted_at: null,
      })
      .execute();
    for (const { item, id } of signed) {
      await trx
        .updateTable("arweave_item")
        .set({ state: "sent", arweave_id: id, upload_id: header.id })
        .where("id", "=", item.id)
        .where("state", "=", "waiting")
        .execute();
    }
  });
};
