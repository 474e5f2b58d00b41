/** Spin rounds: consecutive per node, started on the first request. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { spinEverySeconds } from "../../../../resources/boost/limits.ts";
import { roundStart } from "../../../../resources/boost/spins/spin.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { Trx } from "../../engines/database/database.ts";
import { lockNode } from "../nodes/nodes.ts";
import { credit } from "../usdt.ts";

export type Spinner = Selectable<RowOf<"boost_spinner">>;
export type Round = Selectable<RowOf<"boost_round">>;

/** A random seed. */
export const newSeed = (): string => randomBytes(32).toString("hex");

/** Returns the node's spins, locked until the transaction ends, and the round running at `at`. Throws NOT_FOUND. */
export const lockRound = async (
  trx: Trx,
  nodeId: string,
  at: number,
): Promise<{ readonly spinner: Spinner; readonly round: Round }> => {
  // Locks the node first, like granting spins to an inviter does.
  await lockNode(trx, nodeId);
  await trx
    .insertInto("boost_spinner")
    .values({ node_id: nodeId, seed: newSeed() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const spinner = await trx
    .selectFrom("boost_spinner")
    .selectAll()
    .where("node_id", "=", nodeId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const last = spinner.round_id === null ? undefined : await roundOf(trx, spinner.round_id);
  const start = last ? roundStart(Number(last.starts_at), at, spinEverySeconds) : at;
  if (last && Number(last.starts_at) === start) return { spinner, round: last };
  if (last) await closeRound(trx, last);
  const round = await startRound(trx, nodeId, start);
  return { spinner: { ...spinner, round_id: round.id }, round };
};

/** Adds a round's winnings to the balance; returns the amount. A second call adds 0. */
export const closeRound = async (trx: Trx, { id, node_id: nodeId }: Pick<Round, "id" | "node_id">): Promise<bigint> => {
  const { cash } = await trx
    .selectFrom("boost_round")
    .select("cash")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx.updateTable("boost_round").set({ cash: "0" }).where("id", "=", id).execute();
  await credit(trx, nodeId, { kind: "SPIN", amount: BigInt(cash) });
  return BigInt(cash);
};

const roundOf = (trx: Trx, id: string): Promise<Round | undefined> =>
  trx.selectFrom("boost_round").selectAll().where("id", "=", id).executeTakeFirst();

const startRound = async (trx: Trx, nodeId: string, start: number): Promise<Round> => {
  const round = await trx
    .insertInto("boost_round")
    .values({ id: randomUUID(), node_id: nodeId, starts_at: start })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx.updateTable("boost_spinner").set({ round_id: round.id }).where("node_id", "=", nodeId).execute();
  return round;
};
