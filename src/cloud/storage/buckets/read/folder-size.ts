import { sql } from "kysely";
import { folderFilesMax } from "../../../../../resources/storage/limits.ts";
import type { FolderSize } from "../../../../../resources/storage/bucket-calls.ts";
import type { Db } from "../../../engines/database/database.ts";
import { afterPrefix } from "./list.ts";

/**
 * Returns the files below a prefix that ends with a slash, and their bytes, by one range of the primary key. Stops at `filesMax`, so that a
 * folder of millions takes no longer. The object that represents the folder itself doesn't count.
 */
export const folderSizeOf = async (
  db: Db,
  bucketId: string,
  prefix: string,
  filesMax = folderFilesMax,
): Promise<FolderSize> => {
  const { rows } = await sql<{ files: bigint; bytes: bigint; found: bigint }>`
    select least(count(*), ${filesMax}::int8)::int8 as files, count(*)::int8 as found,
      coalesce(sum(size_bytes) filter (where number <= ${filesMax}::int8), 0)::int8 as bytes
    from (
      select size_bytes, row_number() over (order by key) as number from bucket_object
      where bucket_id = ${bucketId} and key > ${prefix} and key < ${afterPrefix(prefix)!}
      order by key limit ${filesMax + 1}
    ) as below
  `.execute(db);
  const { files, bytes, found } = rows[0]!;
  return { files: Number(files), bytes: Number(bytes), hasMore: Number(found) > filesMax };
};
