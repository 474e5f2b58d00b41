/**
 * A node's rank among all, without counting all: totals that stand every so many ranks apart are kept in memory and read again in the
 * background; only the nodes between a node and the next of those totals are counted when it asks. A cloud with fewer nodes than one step
 * has no such totals, and its ranks are exact; in a larger one a rank may lag behind by as long as the totals are kept.
 */
import { sql } from "kysely";
import type { Database } from "../../engines/database/database.ts";

export interface Ranked {
  readonly id: string;
  /** Micro-points, as kept. */
  readonly total: string;
}

export const rankStep = 500;
const keptMs = 15_000;

export interface Ranks {
  /** 1 for the first: by total, and among equal ones by id. */
  rankOf(node: Ranked): Promise<number>;
}

export const createRanks = ({ db }: Pick<Database, "db">): Ranks => {
  /** The nodes of rank 500, 1000, …, the first one first. */
  let steps: Promise<readonly Ranked[]> | undefined;
  let readAt = 0;

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

  /** What is kept answers at once; what is too old is read anew for those who ask later. */
  const current = (): Promise<readonly Ranked[]> => {
    if (Date.now() - readAt >= keptMs) {
      readAt = Date.now();
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
    rankOf: async (node) => {
      const kept = await current();
      const above = countAbove(kept, node);
      const from = kept[above - 1];
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

/** How many of the sorted stand above a node. */
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
