/** Lists unfinished uploads by key, then by time, with common prefixes. */
import type { Db } from "../../engines/database/database.ts";
import { isUuid } from "../uuid.ts";
import { afterPrefix, commonPrefixOf } from "./key-order.ts";
import { rangeOf } from "./list.ts";
import { uploadOf } from "./rows.ts";
import type { Buckets, ListOptions, Upload } from "./service.ts";

type Options = ListOptions & { readonly afterUpload?: string | undefined };
type Page = Awaited<ReturnType<Buckets["listUploads"]>>;

/** Start of the next query: from `key`, or after the upload `id` of this key. */
interface Place {
  readonly key: string;
  readonly id: string | undefined;
}

export const listUploads = async (db: Db, bucketId: string, options: Options): Promise<Page> => {
  const { prefix, delimiter, limit, after, afterUpload } = options;
  const range = rangeOf(options);
  const entries: Upload[] = [];
  const prefixes: string[] = [];
  const isInside = after !== "" && afterUpload !== undefined && isUuid(afterUpload);
  let place: Place | undefined = isInside
    ? { key: after, id: afterUpload }
    : range && { key: range.from, id: undefined };
  let last: Pick<Page, "next" | "nextUpload"> = { next: undefined, nextUpload: undefined };
  while (range && place && limit > 0) {
    const rows = await rowsFrom(db, bucketId, place, range.end, limit + 1);
    place = undefined;
    for (const row of rows) {
      if (entries.length + prefixes.length === limit) return { entries, prefixes, ...last };
      const folder = commonPrefixOf(row.key, prefix, delimiter);
      if (folder === undefined) {
        entries.push(uploadOf(row));
        last = { next: row.key, nextUpload: row.id };
        place = { key: row.key, id: row.id };
        continue;
      }
      prefixes.push(folder);
      last = { next: folder, nextUpload: undefined };
      const behind = afterPrefix(folder);
      place = behind === undefined ? undefined : { key: behind, id: undefined };
      break;
    }
  }
  return { entries, prefixes, next: undefined, nextUpload: undefined };
};

const rowsFrom = (db: Db, bucketId: string, { key, id }: Place, end: string | undefined, limit: number) =>
  db
    .selectFrom("bucket_upload")
    .selectAll()
    .where("bucket_id", "=", bucketId)
    .where("completed", "is", null)
    .$if(end !== undefined, (query) => query.where("key", "<", end!))
    .where(({ eb, refTuple, tuple }) =>
      id === undefined ? eb("key", ">=", key) : eb(refTuple("key", "id"), ">", tuple(key, id)),
    )
    .orderBy("key")
    .orderBy("id")
    .limit(limit)
    .execute();
