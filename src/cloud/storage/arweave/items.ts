/** Files to store on Arweave. Identical bytes of one type are stored once; storing them again is free. */
import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { arweaveFreeBytes } from "../../../../resources/storage/arweave-limits.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";

export type Item = RowOf<"arweave_item">;

export interface FileToStore {
  /** CID of the file in the block store. */
  readonly source: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Content that is not in the block store. */
  readonly inline?: Buffer;
}

interface QueueOptions {
  readonly allowance: Pick<Allowance, "store">;
  readonly teamId: string;
  /** Requested by a deployment: uploaded even if no object references it. */
  readonly kept: boolean;
  readonly timeoutSeconds: number;
}

/**
 * Finds or queues an item for each file. New and retried items above 150 KB use the team's AR_STORAGE allowance. Throws
 * ALLOWANCE_USED_UP; the caller must then roll back the transaction.
 */
export const queueItems = async (trx: Trx, files: readonly FileToStore[], options: QueueOptions): Promise<Item[]> => {
  const items = new Map<string, Item>();
  // The same lock order everywhere prevents deadlocks.
  const ordered = files.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const file of ordered) {
    if (!items.has(keyOf(file))) items.set(keyOf(file), await queueItem(trx, file, options));
  }
  return files.map((file) => items.get(keyOf(file))!);
};

/** Describes generated text as a file. Identical text of the same type is one item. */
export const inlineFile = (text: string, contentType: string): FileToStore => {
  const inline = Buffer.from(text);
  const source = `sha256:${createHash("sha256").update(inline).digest("hex")}`;
  return { source, contentType, sizeBytes: inline.length, inline };
};

const keyOf = ({ source, contentType }: FileToStore): string => `${source} ${contentType}`;

const queueItem = async (trx: Trx, file: FileToStore, options: QueueOptions): Promise<Item> => {
  const { kept, timeoutSeconds } = options;
  const deadline = secondsFromNow(timeoutSeconds);
  const added = await trx
    .insertInto("arweave_item")
    .values({
      id: randomUUID(),
      source: file.source,
      content_type: file.contentType,
      size_bytes: BigInt(file.sizeBytes),
      inline: file.inline ?? null,
      kept,
      state: "waiting",
      deadline,
      arweave_id: null,
      upload_id: null,
      reason: null,
      charged_team_id: null,
      confirmed_at: null,
    })
    .onConflict((conflict) => conflict.columns(["source", "content_type"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (added) return charge(trx, added, options);

  const existing = await trx
    .selectFrom("arweave_item")
    .selectAll()
    .where("source", "=", file.source)
    .where("content_type", "=", file.contentType)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isRetry = existing.state === "failure" || existing.state === "timeout";
  if (!isRetry && (existing.kept || !kept)) return existing;
  const retry = { state: existing.upload_id ? ("sent" as const) : ("waiting" as const), reason: null, deadline };
  const item = await trx
    .updateTable("arweave_item")
    .set({ kept: existing.kept || kept, ...(isRetry && { ...retry, next_at: sql<Date>`now()` }) })
    .where("id", "=", existing.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!isRetry) return item;
  if (item.upload_id) await postAgain(trx, item.upload_id);
  return charge(trx, item, options);
};

/** Posts the same signed transaction again, so nothing is paid twice if the network already has it. */
const postAgain = async (trx: Trx, uploadId: string): Promise<void> => {
  await trx
    .updateTable("arweave_upload")
    .set({ posted_at: null, attempts: 0, next_at: sql<Date>`now()`, is_open: true })
    .where("id", "=", uploadId)
    .execute();
};

const charge = async (trx: Trx, item: Item, { allowance, teamId }: QueueOptions): Promise<Item> => {
  if (item.size_bytes <= BigInt(arweaveFreeBytes)) return item;
  await allowance.store(trx, teamId, item.size_bytes, "AR_STORAGE");
  await trx.updateTable("arweave_item").set({ charged_team_id: teamId }).where("id", "=", item.id).execute();
  return { ...item, charged_team_id: teamId };
};

/** Refunds the allowance of an item that failed. */
export const refund = async (trx: Trx, allowance: Pick<Allowance, "store">, item: Item): Promise<void> => {
  if (item.charged_team_id === null) return;
  const team = trx.selectFrom("team").select("id").where("id", "=", item.charged_team_id);
  if (await team.executeTakeFirst()) await allowance.store(trx, item.charged_team_id, -item.size_bytes, "AR_STORAGE");
  await trx.updateTable("arweave_item").set({ charged_team_id: null }).where("id", "=", item.id).execute();
};
