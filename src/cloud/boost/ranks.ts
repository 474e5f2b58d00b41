/**
 * Returns a node's rank without counting all nodes: totals at fixed rank steps are cached in memory and refreshed in the background, and
 * only the nodes between a node and the next cached total are counted. With fewer nodes than one step there are no cached totals and ranks
 * are exact; otherwise a rank may lag by the cache time.
 */
import { sql } from "kysely";
import type { Database } from "../engines/database/database.ts";

export interface Ranked {
  readonly id: string;
  /** Micro-points, as stored. */
  readonly total: string;
}

export const rankStep = 500;
const cacheMs = 15_000;

export const createRanks = ({ db }: Pick<Database, "db">) => {
  /** Totals at ranks 500, 1000, …, in order. */
  let steps: Promise<readonly Ranked[]> | undefined;
  let readAt = -Infinity;

  const read = async (): Promise<readonly Ranked[]> => {
    const { rows } = await sql<Ranked>`
      select id, total::text from (
        select id, total, row_number() over (order by total desc, id desc) as rank from boost_node
      ) ranked
      where rank % ${rankStep} = 0
      order by rank
    `.execute(db);
    return rows;
  };

  /** Answers from the cache at once; refreshes expired entries for later callers. */
  const current = (): Promise<readonly Ranked[]> => {
    if (performance.now() - readAt >= cacheMs) {
      readAt = performance.now();
      const fresh = read();
      const before = steps;
      steps = before ?? fresh;
      fresh.then(
        () => void (steps = fresh),
        () => void (steps = before),
      );
    }
    return steps ?? read();
  };

  return {
    /** 1 for the first: by total, then by id. */
    rankOf: async (node: Ranked): Promise<number> => {
      const cachedSteps = await current();
      const above = countAbove(cachedSteps, node);
      const from = cachedSteps[above - 1];
      const { between } = await db
        .selectFrom("boost_node")
        .select(sql<number>`count(*)::int`.as("between"))
        .where(sql<boolean>`(total, id) > (${node.total}::numeric, ${node.id}::uuid)`)
        .$if(from !== undefined, (query) =>
          query.where(sql<boolean>`(total, id) < (${from!.total}::numeric, ${from!.id}::uuid)`),
        )
        .executeTakeFirstOrThrow();
      return above * rankStep + between + 1;
    },
  };
};

/** Counts the sorted totals above a node's. */
const countAbove = (sorted: readonly Ranked[], node: Ranked): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAbove(sorted[middle]!, node)) low = middle + 1;
    else high = middle;
  }
  return low;
};

const isAbove = (one: Ranked, other: Ranked): boolean => {
  const [a, b] = [BigInt(one.total), BigInt(other.total)];
  return a === b ? one.id > other.id : a > b;
};
