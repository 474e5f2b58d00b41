/**
 * Read access by CID. Content is public if a public root contains it; otherwise only teams that own a root containing it
 * can read it. Services register the conditions for public and owned roots (`publishes`, `owns`).
 */
import { sql, type RawBuilder } from "kysely";
import { CID } from "multiformats/cid";
import type { Db } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { everywhere } from "../../kernel/events.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";

/** A condition on a root: `root.key` is its binary CID, `root.cid` the same as text. */
export type RootCondition = RawBuilder<boolean>;

export interface Visibility {
  /** Adds a condition that makes a root and its content public. */
  publishes(condition: RootCondition): void;
  /** Adds a condition that makes a root owned by a team. */
  owns(condition: (teamId: string) => RootCondition): void;
  /** Whether content is public. Positive results are cached for seconds. */
  isPublic(cid: CID): Promise<boolean>;
  /** Whether a root owned by the team contains this content. */
  isOwn(db: Db, teamId: string, cid: CID): Promise<boolean>;
  /** Returns the CIDs, as text, that the team can read. Others must be indistinguishable from missing content. */
  readableBy(db: Db, teamId: string, cids: readonly CID[]): Promise<ReadonlySet<string>>;
  /** Clears cached results in every process. Call it after content stops being public and the change is committed. */
  visibilityChanged(): void;
}

/** Maximum time that deleted content, or content whose signal was lost, still counts as public. */
const cacheMs = 5000;
const identity = 0;

export const createVisibility = ({
  database: { db: ownDb },
  blocks,
  realtime,
}: Pick<Engines, "database" | "blocks" | "realtime">): Visibility => {
  const publicConditions: RootCondition[] = [];
  const ownerConditions: ((teamId: string) => RootCondition)[] = [];

  /** Returns the CIDs contained in a root that matches one of the conditions. */
  const containedIn = async (
    db: Db,
    conditions: readonly RootCondition[],
    cids: readonly CID[],
  ): Promise<Set<string>> => {
    const contained = new Set(cids.filter(carriesItsBytes).map(textOf));
    const remaining = cids.filter((cid) => !carriesItsBytes(cid));
    if (remaining.length === 0 || conditions.length === 0) return contained;
    const containing = await blocks.rootsContaining(db, remaining);
    const roots = new Map(containing.map(({ root }) => [root.toString("latin1"), root]));
    // Missing content takes the same queries, so timing reveals nothing.
    for (const cid of remaining) roots.set(latin1(cid), Buffer.from(cid.toV1().bytes));
    const matching = await rootsMatching(db, conditions, [...roots.values()]);
    const unsurveyed = new Map<string, Buffer>();
    for (const { cid, root, via, isCertain } of containing) {
      if (!matching.has(root.toString("latin1"))) continue;
      if (isCertain) contained.add(CID.decode(cid).toString());
      else unsurveyed.set(via.toString("latin1"), via);
    }
    const undecided = remaining.filter((cid) => !contained.has(textOf(cid)));
    if (unsurveyed.size === 0 || undecided.length === 0) return contained;
    for (const root of unsurveyed.values()) await blocks.surveyRoot(db, root);
    return new Set([...contained, ...(await containedIn(db, conditions, undecided))]);
  };

  const publicAmong = (db: Db, cids: readonly CID[]) => containedIn(db, publicConditions, cids);
  const ownAmong = (db: Db, teamId: string, cids: readonly CID[]) =>
    containedIn(
      db,
      ownerConditions.map((condition) => condition(teamId)),
      cids,
    );

  const cache = createLookupCache(cacheMs, async (text) => (await publicAmong(ownDb, [CID.parse(text)])).has(text));
  const visibilityChanged = everywhere(realtime, "visibilityChanged", cache.clear);

  return {
    publishes: (condition) => void publicConditions.push(condition),
    owns: (condition) => void ownerConditions.push(condition),
    async isPublic(cid) {
      const text = textOf(cid);
      const answer = await cache.get(text);
      // Negative results are not cached, so newly published content is served immediately.
      if (!answer) cache.forget(text);
      return answer;
    },
    isOwn: async (db, teamId, cid) => !carriesItsBytes(cid) && (await ownAmong(db, teamId, [cid])).has(textOf(cid)),
    async readableBy(db, teamId, cids) {
      const open = await publicAmong(db, cids);
      const others = cids.filter((cid) => !open.has(textOf(cid)));
      return others.length === 0 ? open : new Set([...open, ...(await ownAmong(db, teamId, others))]);
    },
    visibilityChanged: () => visibilityChanged(),
  };
};

const rootsMatching = async (
  db: Db,
  conditions: readonly RootCondition[],
  keys: readonly Buffer[],
): Promise<ReadonlySet<string>> => {
  const texts = keys.map((key) => CID.decode(key).toString());
  const { rows } = await sql<{ key: Buffer }>`
    select root.key from unnest(${[...keys]}::bytea[], ${texts}::text[]) as root (key, cid)
    where ${sql.join(conditions, sql` or `)}
  `.execute(db);
  return new Set(rows.map(({ key }) => key.toString("latin1")));
};

const textOf = (cid: CID): string => cid.toV1().toString();
const latin1 = (cid: CID): string => Buffer.from(cid.toV1().bytes).toString("latin1");
/** Whether a CID contains its content (identity hash): nothing is protected from a client that has the CID. */
const carriesItsBytes = (cid: CID): boolean => cid.multihash.code === identity;
