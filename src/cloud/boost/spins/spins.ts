/** Spins: decided on the server by a seed whose hash was published before. */
import { createHash } from "node:crypto";
import { spinsPerPeriod } from "../../../../resources/boost/limits.ts";
import { fieldOf, spinText, wheel, type WheelField } from "../../../../resources/boost/spins/spin.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { movePoints } from "../point-log.ts";
import { lockRound, newSeed, type Round, type Spinner } from "./rounds.ts";

export interface Spun {
  readonly id: bigint;
  readonly field: number;
  readonly reward: WheelField;
  readonly seed: string;
  readonly number: number;
  readonly luck: string;
  readonly spinner: Spinner;
  readonly round: Round;
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Spins left: of the round and extra ones. */
export const spinsLeft = ({ granted }: Pick<Spinner, "granted">, { spins }: Pick<Round, "spins">): number =>
  Math.max(0, spinsPerPeriod - spins) + granted;

/** Gives a node extra spins for an invitee or a task. */
export const grantSpins = async (trx: Trx, nodeId: string, spins: number): Promise<void> => {
  await trx
    .insertInto("boost_spinner")
    .values({ node_id: nodeId, granted: spins, seed: newSeed() })
    .onConflict((conflict) =>
      conflict.column("node_id").doUpdateSet(({ eb }) => ({ granted: eb("boost_spinner.granted", "+", spins) })),
    )
    .execute();
};

/** Spins once. Throws NO_SPINS_LEFT, and SPIN_ROUND_OVER when `taskId` is not the running round. */
export const spinOnce = async (
  trx: Trx,
  { nodeId, taskId, luck, at }: { nodeId: string; taskId: string | undefined; luck: string; at: number },
): Promise<Spun> => {
  const { spinner, round } = await lockRound(trx, nodeId, at);
  if (taskId !== undefined && taskId !== round.id) throw new AppError("SPIN_ROUND_OVER");
  if (spinsLeft(spinner, round) === 0) throw new AppError("NO_SPINS_LEFT");
  const { seed, spins: number } = spinner;
  const field = fieldOf(sha256(spinText({ seed, nodeId, number, luck })));
  const reward = wheel[field]!;
  const ofRound = round.spins < spinsPerPeriod;
  const cash = BigInt(round.cash) + (reward.rewardType === "USDT" ? reward.amount : 0n);
  const after = {
    round: { ...round, spins: round.spins + (ofRound ? 1 : 0), cash: cash.toString() },
    spinner: { ...spinner, granted: spinner.granted - (ofRound ? 0 : 1), spins: number + 1, seed: newSeed() },
  };
  await keep(trx, after);
  if (reward.rewardType === "POINTS") await movePoints(trx, nodeId, { kind: "spin", amount: reward.amount });
  const { id } = await trx
    .insertInto("boost_spin")
    .values({
      node_id: nodeId,
      round_id: round.id,
      number,
      reward_type: reward.rewardType,
      amount: reward.amount.toString(),
      seed,
      luck,
      created_at: new Date(at * 1000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, field, reward, seed, number, luck, ...after };
};

const keep = async (trx: Trx, { spinner, round }: { spinner: Spinner; round: Round }): Promise<void> => {
  const { granted, spins, seed } = spinner;
  await trx.updateTable("boost_spinner").set({ granted, spins, seed }).where("node_id", "=", spinner.node_id).execute();
  await trx
    .updateTable("boost_round")
    .set({ spins: round.spins, cash: round.cash })
    .where("id", "=", round.id)
    .execute();
};
