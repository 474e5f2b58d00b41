/** Explorations available to a node: a daily number (UTC) plus purchased ones, which don't expire. */
import { sql } from "kysely";
import { explorationsPerDay } from "../../../../resources/boost/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { NodeRow } from "./nodes.ts";

export interface ExplorationsLeft {
  /** Left of today's. */
  readonly today: number;
  readonly bought: number;
}

/** UTC day, in days since 1970. */
const dayOf = (at: number): number => Math.floor(at / 86_400);

/** A clock that goes backward grants no second day. */
export const explorationsLeft = (row: NodeRow, at: number): ExplorationsLeft => {
  const used = dayOf(at) > row.explore_day ? 0 : row.explore_used;
  return { today: Math.max(0, explorationsPerDay - used), bought: row.explore_bought };
};

/** Uses one exploration of a locked node, today's first. Throws EXPLORATIONS_USED. */
export const useExploration = async (trx: Trx, row: NodeRow, at: number): Promise<void> => {
  const { today, bought } = explorationsLeft(row, at);
  if (today + bought === 0) throw new AppError("EXPLORATIONS_USED");
  const used =
    today > 0
      ? { explore_day: Math.max(row.explore_day, dayOf(at)), explore_used: explorationsPerDay - today + 1 }
      : { explore_bought: bought - 1 };
  await trx.updateTable("boost_node").set(used).where("id", "=", row.id).execute();
};

/** Adds purchased explorations. */
export const addExplorations = async (trx: Trx, nodeId: string, count: number): Promise<void> => {
  await trx
    .updateTable("boost_node")
    .set({ explore_bought: sql<number>`explore_bought + ${count}` })
    .where("id", "=", nodeId)
    .execute();
};
