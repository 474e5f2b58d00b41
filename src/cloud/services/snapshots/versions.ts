import { CID } from "multiformats/cid";
import type { Reply } from "../../../../resources/call-input.ts";
import type { objectVersions } from "../../../../resources/bucket/snapshots.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Blocks, EntryStat } from "../../engines/blocks/blocks.ts";
import { besideFolder, pathOfKey } from "../../engines/blocks/key-path.ts";
import type { SnapshotDeps } from "./deps.ts";
import { cidOf } from "./rows.ts";

/** Maximum number of snapshots searched. */
const snapshotsMax = 100;

/** Lists a key's distinct contents in its bucket's latest snapshots, newest first. */
export const versionsOf = async (
  { engines: { blocks } }: Pick<SnapshotDeps, "engines">,
  db: Db,
  bucketId: string,
  key: string,
): Promise<Reply<typeof objectVersions>> => {
  const rows = await db
    .selectFrom("snapshot")
    .selectAll()
    .where("bucket_id", "=", bucketId)
    .where("cid", "is not", null)
    .orderBy("number", "desc")
    .limit(snapshotsMax)
    .execute();
  const items: Reply<typeof objectVersions>["items"] = [];
  for (const row of rows.filter(({ prefix }) => key.startsWith(prefix))) {
    const entry = await fileOf(blocks, CID.parse(cidOf(row)), key.slice(row.prefix.lastIndexOf("/") + 1));
    if (!entry) continue;
    const version = { snapshotId: row.id, createdAt: Math.floor(row.created_at.getTime() / 1000) };
    const cid = entry.cid.toString();
    // Of consecutive snapshots with the same content, the oldest is listed.
    if (items.at(-1)?.cid === cid) items.pop();
    items.push({ ...version, cid, size: entry.sizeBytes });
  }
  return { items };
};

const fileOf = async (blocks: Blocks, root: CID, key: string): Promise<EntryStat | undefined> => {
  const path = pathOfKey(key);
  const entry = await blocks.resolve(root, path);
  if (entry?.type !== "directory") return entry;
  const beside = await blocks.resolve(root, [...path.slice(0, -1), besideFolder(path.at(-1)!)]);
  return beside?.type === "directory" ? undefined : beside;
};
