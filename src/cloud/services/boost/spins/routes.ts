import { spinEverySeconds } from "../../../../../resources/boost/limits.ts";
import { claimSpin, spin, spinHistory, spinInfo } from "../../../../../resources/boost/spin-calls.ts";
import { wheel, wheelWeight } from "../../../../../resources/boost/spin.ts";
import { AppError } from "../../../app-error.ts";
import type { Database, Db } from "../../../engines/database/database.ts";
import { countOf, onPage } from "../../list-query.ts";
import type { Route } from "../../route.ts";
import { secondsOf } from "../../seconds-of.ts";
import { sixDecimals } from "../exact.ts";
import { nodeRoute } from "../node-route.ts";
import type { Clock } from "../nodes.ts";
import { usdtOf } from "../usdt.ts";
import { closeRound, lockRound, type Round, type Spinner } from "./rounds.ts";
import { sha256, spinOnce, spinsLeft } from "./spins.ts";

interface Parts {
  readonly database: Pick<Database, "db">;
  readonly clock: Clock;
}

/** The wheel: how it stands, turning it, what it brought. */
export const spinRoutes = ({ database, clock }: Parts): Route[] => [
  nodeRoute(spinInfo, async ({ caller: { nodeId } }) => {
    const at = clock();
    // Looking begins a round when none runs.
    const { spinner, round } = await database.db.transaction().execute((trx) => lockRound(trx, nodeId, at));
    const startsAt = Number(round.starts_at);
    return {
      taskId: round.id,
      endAt: startsAt + spinEverySeconds,
      duration: spinEverySeconds,
      currentDuration: Math.max(0, at - startsAt),
      rewards: wheel.map(({ rewardType, amount, weight }) => ({
        rewardType,
        amount: sixDecimals(amount),
        chance: (weight * 100) / wheelWeight,
      })),
      ...standing(spinner, round),
    };
  }),
  nodeRoute(spin, async ({ db, caller: { nodeId }, query }) => {
    const { id, field, reward, seed, number, luck, spinner, round } = await spinOnce(db, {
      nodeId,
      taskId: query.taskId,
      luck: query.luck,
      at: clock(),
    });
    return {
      spinId: String(id),
      rewardType: reward.rewardType,
      amount: sixDecimals(reward.amount),
      field,
      proof: { seed, number, luck },
      ...standing(spinner, round),
    };
  }),
  nodeRoute(spinHistory, async ({ db, caller: { nodeId }, query }) => {
    const own = db.selectFrom("boost_spin").where("node_id", "=", nodeId);
    const [rows, total] = await Promise.all([
      own.selectAll().orderBy("number", "desc").$call(onPage(query)).execute(),
      countOf(own),
    ]);
    return {
      content: rows.map(({ id, reward_type: rewardType, amount, created_at: at, seed, number, luck }) => ({
        spinId: String(id),
        rewardType,
        amount: sixDecimals(BigInt(amount)),
        createdAt: secondsOf(at),
        proof: { seed, number, luck },
      })),
      total,
      totalPages: Math.ceil(total / query.size),
    };
  }),
  nodeRoute(claimSpin, async ({ db, caller: { nodeId }, query: { taskId } }) => {
    const { round } = await lockRound(db, nodeId, clock());
    const claimed = await closeRound(db, taskId === undefined ? round : await ownRound(db, nodeId, taskId));
    return { claimed: sixDecimals(claimed), balance: sixDecimals(await usdtOf(db, nodeId)) };
  }),
];

const standing = (spinner: Spinner, round: Round) => ({
  remainSpins: spinsLeft(spinner, round),
  cashValue: sixDecimals(BigInt(round.cash)),
  commitment: sha256(spinner.seed),
});

/** Throws NOT_FOUND for another node's, too. */
const ownRound = async (db: Db, nodeId: string, id: string) => {
  const query = db.selectFrom("boost_round").select(["id", "node_id"]).where("node_id", "=", nodeId);
  const row = await query.where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};
