/** Tracks which teams hold which roots of the block store: for billing, garbage collection and read access by CID. */
import { sql } from "kysely";
import type { Trx } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Wake } from "../../kernel/duties.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import { createClearing } from "./clear.ts";
import type { ReferenceStates, ContentOwners, Held } from "./model.ts";
import { addHolders, discard, dropHolders, heldAmong, keyOf } from "./rows.ts";
import { createVisibility } from "./visibility.ts";
import { CID } from "multiformats/cid";

export type * from "./model.ts";

export { lockRoots } from "./rows.ts";

interface Deps {
  readonly engines: Pick<Engines, "database" | "blocks" | "realtime">;
  readonly allowance: Pick<Allowance, "store">;
  readonly wake?: Wake;
}

export const createContentOwners = ({ engines, allowance, wake = () => undefined }: Deps): ContentOwners => {
  const referenceChecks: ((trx: Trx, cids: readonly string[]) => Promise<ReferenceStates>)[] = [];
  const isHeld: ContentOwners["isHeld"] = async (db, cid) => (await heldAmong(db, [cid])).length > 0;
  /** The first answer about a root counts. */
  const statesOf = async (trx: Trx, cids: readonly string[]): Promise<ReferenceStates> => {
    const states = new Map<string, "held" | "busy">((await heldAmong(trx, cids)).map((cid) => [cid, "held"]));
    for (const ask of referenceChecks) {
      const open = cids.filter((cid) => !states.has(cid));
      if (open.length > 0) for (const [cid, state] of await ask(trx, open)) states.set(cid, state);
    }
    return states;
  };
  const visibility = createVisibility(engines);
  visibility.owns(
    (teamId) => sql`exists (select from holding where holding.cid = root.key and holding.team_id = ${teamId})`,
  );
  const clearing = createClearing({ engines, wake, statesOf });
  /** Locks the team's storage level before its holdings: the same order everywhere prevents deadlocks. */
  const lock = (trx: Trx, teamId: string): Promise<void> => allowance.store(trx, teamId, 0n);

  return {
    async add(trx, teamId, roots) {
      if (roots.length === 0) return;
      await lock(trx, teamId);
      const addedBytes = await addHolders(trx, teamId, await withParts(trx, roots));
      if (addedBytes > 0n) await allowance.store(trx, teamId, addedBytes);
    },
    async drop(trx, teamId, cids) {
      if (cids.length === 0) return;
      await lock(trx, teamId);
      const whole = await withParts(
        trx,
        cids.map((cid) => ({ cid, sizeBytes: 0 })),
      );
      const { freedBytes, freed } = await dropHolders(
        trx,
        teamId,
        whole.map(({ cid }) => cid),
      );
      if (freed.length === 0) return;
      await allowance.store(trx, teamId, -freedBytes);
      await discard(trx, freed);
      clearing.soon();
    },
    async discard(trx, cids) {
      await discard(trx, cids.map(keyOf));
      clearing.soon();
    },
    isHeld,
    addReferenceCheck: (ask) => void referenceChecks.push(ask),
    async removeTeam(trx, teamId) {
      const rows = await trx.deleteFrom("holding").where("team_id", "=", teamId).returning("cid").execute();
      await discard(
        trx,
        rows.map(({ cid }) => cid),
      );
      clearing.soon();
    },
    ...clearing,
    ...visibility,
  };
};

/**
 * Roots composed of other roots, such as snapshots, hold these for their team too, so each root is charged to its
 * holders.
 */
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
const withParts = async (trx: Trx, roots: readonly Held[]): Promise<Held[]> => {
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
