/**
 * Roots composed of other roots, such as snapshots, hold these for their team too, so each root is charged to its
 * holders.
 */
import { sql } from "kysely";
import { CID } from "multiformats/cid";
import type { Trx } from "../../engines/database/database.ts";
import { keyOf } from "./rows.ts";
import type { Held } from "./service.ts";

const RAW = 0x55;

interface Part extends Held {
  /** The given root that contains it. */
  readonly top: string;
  /** The root that directly contains it. */
  readonly of: string;
}

/**
 * Returns the given roots with all their parts, each with its own bytes: a part's bytes do not count toward the whole.
 * The parts of a root never change, so adding and removing it are symmetric.
 */
export const withParts = async (trx: Trx, roots: readonly Held[]): Promise<Held[]> => {
  const parts = await partsBelow(trx, roots);
  if (parts.length === 0) return [...roots];
  const below = Map.groupBy(parts, ({ top }) => top);
  const direct = Map.groupBy(parts, ({ of }) => of);
  const ownBytes = ({ cid, sizeBytes }: Held): number => {
    const others = new Map((direct.get(cid) ?? []).map((part) => [part.cid, part.sizeBytes]));
    return Math.max(0, sizeBytes - [...others.values()].reduce((sum, bytes) => sum + bytes, 0));
  };
  return roots.flatMap((root) => [
    { cid: root.cid, sizeBytes: root.ownBytes ?? ownBytes(root) },
    ...distinct(below.get(root.cid) ?? []).map((part) => ({ cid: part.cid, sizeBytes: ownBytes(part) })),
  ]);
};

const distinct = (parts: readonly Part[]): Part[] => [...new Map(parts.map((part) => [part.cid, part])).values()];

/** Returns all parts below the given roots. Single-leaf files, the most common roots, have none. */
const partsBelow = async (trx: Trx, roots: readonly Held[]): Promise<Part[]> => {
  const tops = [...new Set(roots.map(({ cid }) => cid))].filter((cid) => CID.parse(cid).code !== RAW);
  if (tops.length === 0) return [];
  const { rows } = await sql<{ top: Buffer; of: Buffer; part: Buffer; size_bytes: bigint }>`
    with recursive below (top, root, part) as (
      select root, root, part from root_part where root = any(${tops.map(keyOf)}::bytea[])
      union
      select below.top, next.root, next.part from below join root_part as next on next.root = below.part
    )
    select below.top, below.root as of, below.part, root.size_bytes from below join root on root.cid = below.part
  `.execute(trx);
  return rows.map(({ top, of, part, size_bytes }) => ({
    top: textOf(top),
    of: textOf(of),
    cid: textOf(part),
    sizeBytes: Number(size_bytes),
  }));
};

const textOf = (key: Buffer): string => CID.decode(key).toString();
