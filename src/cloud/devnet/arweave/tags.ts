import type { Trx } from "../../engines/database/database.ts";
import type { PostedTransaction, Tag } from "../../engines/arweave/arweave.ts";
import { fromBase64Url } from "../../engines/arweave/library.ts";

/** Returns the tags of a transaction as text. */
export const tagsOf = ({ tags }: Pick<PostedTransaction, "tags">): Tag[] =>
  tags.map(({ name, value }) => ({ name: textOf(name), value: textOf(value) }));

/** Returns whether the tags declare a bundle (ANS-104). */
export const isBundle = (transaction: Pick<PostedTransaction, "tags">): boolean =>
  tagsOf(transaction).some(({ name, value }) => name === "Bundle-Format" && value === "binary");

/** Indexes transactions by tags. Skips values that the database can't store as text. */
export const recordTags = async (trx: Trx, id: string, tags: readonly Tag[]): Promise<void> => {
  const rows = tags
    .filter(({ name, value }) => !name.includes("\0") && !value.includes("\0"))
    .map((tag) => ({ transaction_id: id, ...tag }));
  if (rows.length > 0) await trx.insertInto("arweave_tag").values(rows).execute();
};

const textOf = (base64Url: string): string => fromBase64Url(base64Url).toString("utf8");
