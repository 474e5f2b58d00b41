import { randomUUID } from "node:crypto";
import { boostStage, boostStages, type BoostStage } from "../../../../resources/boost/limits.ts";
import { pointUnit, settled } from "../../../../resources/boost/points.ts";
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { earningOf, saveEarning, lockNode } from "./nodes.ts";
import { payLand } from "./pay-land.ts";

export interface Opening {
  readonly nodeId: string;
  readonly stage: string;
  /** The user's own team, which pays. */
  readonly teamId: string;
  /** Unix seconds. */
  readonly at: number;
}

/** Opens a stage, once, in any order. Throws NOT_FOUND, STAGE_OPEN, INSUFFICIENT_LAND. */
export const openStage = async (
  ledger: Pick<Ledger, "post">,
  trx: Trx,
  { nodeId, stage, teamId, at }: Opening,
): Promise<void> => {
  if (!isStage(stage)) throw new AppError("NOT_FOUND");
  const earning = settled(earningOf(await lockNode(trx, nodeId)), at);
  const opened = await trx
    .insertInto("boost_stage")
    .values({ node_id: nodeId, stage })
    .onConflict((conflict) => conflict.doNothing())
    .returning("stage")
    .executeTakeFirst();
  if (!opened) throw new AppError("STAGE_OPEN");
  await saveEarning(trx, nodeId, {
    ...earning,
    baseRate: [...earning.baseRate, { rate: boostStage.rate * 1000, start: earning.computeTimestamp }],
    capacity: earning.capacity + BigInt(boostStage.capacity) * pointUnit,
  });
  await payLand(ledger, trx, { id: randomUUID(), teamId, land: boostStage.land, what: `${stage} stage`, nodeId });
};

const isStage = (name: string): name is BoostStage => (boostStages as readonly string[]).includes(name);
