import type { Selectable } from "kysely";
import { spinEverySeconds } from "../../../../resources/boost/limits.ts";
import { claimSpin, spin, spinHistory, spinInfo } from "../../../../resources/boost/spins/spin-calls.ts";
import { wheel, wheelWeight } from "../../../../resources/boost/spins/spin.ts";
import { notFound } from "../../kernel/app-error.ts";
import type { Database, Db } from "../../engines/database/database.ts";
import type { Tables } from "../../engines/database/tables.ts";
import { countOf, onPage } from "../../kernel/calls/list-query.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import { sixDecimals } from "../micro-amounts.ts";
import { nodeRoute } from "../nodes/node-route.ts";
import type { Invitees } from "../invites/invitees.ts";
import type { Clock } from "../nodes/nodes.ts";
import { usdtOf } from "../usdt.ts";
import { closeRound, lockRound, type Round, type Spinner } from "./rounds.ts";
import { sha256, spinOnce, spinsLeft } from "./spins.ts";
import { paged } from "../paging.ts";

type SpinRow = Selectable<Tables["boost_spin"]>;

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly clock: Clock;
  readonly invitees: Pick<Invitees, "count">;
}

/** The wheel: its state, spins and results. */
export const spinRoutes = ({ database, clock, invitees }: Deps): Route[] => [
  nodeRoute(spinInfo, async ({ caller: { nodeId } }) => {
    const at = clock();
    await invitees.count(database.db, nodeId, at);
    // Reading starts a round when none is running.
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
      ...spinStatus(spinner, round),
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
      ...spinStatus(spinner, round),
    };
  }),
  nodeRoute(spinHistory, async ({ db, caller: { nodeId }, query }) => {
    const own = db.selectFrom("boost_spin").where("node_id", "=", nodeId);
    const [rows, total] = await Promise.all([
      own.selectAll().orderBy("number", "desc").$call(onPage(query)).execute(),
      countOf(own),
    ]);
    const content = rows.map(({ id, reward_type: rewardType, amount, created_at: at, ...spun }) => ({
      spinId: String(id),
      rewardType,
      amount: sixDecimals(BigInt(amount)),
      createdAt: secondsOf(at),
      proof: proofOf(spun),
    }));
    return paged(content, total, query);
  }),
  nodeRoute(claimSpin, async ({ db, caller: { nodeId }, query: { taskId } }) => {
    const { round } = await lockRound(db, nodeId, clock());
    const claimed = await closeRound(db, taskId === undefined ? round : await ownRound(db, nodeId, taskId));
    return { claimed: sixDecimals(claimed), balance: sixDecimals(await usdtOf(db, nodeId)) };
  }),
];

const spinStatus = (spinner: Spinner, round: Round) => ({
  remainSpins: spinsLeft(spinner, round),
  cashValue: sixDecimals(BigInt(round.cash)),
  commitment: sha256(spinner.seed),
});

/** A spin of a merged node is verified with that node's id and number. */
const proofOf = ({
  seed,
  number,
  luck,
  proof_node: nodeId,
  proof_number,
}: Pick<SpinRow, "seed" | "number" | "luck" | "proof_node" | "proof_number">) => ({
  seed,
  number: proof_number ?? number,
  luck,
  ...(nodeId !== null && { nodeId }),
});

/** Throws NOT_FOUND, also for another node's spins. */
const ownRound = async (db: Db, nodeId: string, id: string) => {
  const query = db.selectFrom("boost_round").select(["id", "node_id"]).where("node_id", "=", nodeId);
  return query.where("id", "=", id).executeTakeFirstOrThrow(notFound);
};
