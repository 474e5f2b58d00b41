/** Cards bought with LAND that raise a node's capacity, protect it or add an exploration. */
import { randomUUID } from "node:crypto";
import type { CardOrder } from "../../../../../resources/boost/task-calls.ts";
import { boostCards, type BoostCard } from "../../../../../resources/boost/limits.ts";
import { pointUnit, protectedFor } from "../../../../../resources/boost/points.ts";
import { AppError } from "../../../app-error.ts";
import type { Trx } from "../../../engines/database/database.ts";
import { addExplorations } from "../explorations-left.ts";
import { changeEarning, lockNode } from "../nodes.ts";
import { payLand } from "../pay-land.ts";
import type { TaskDeps } from "./deps.ts";
import type { Doer } from "./proofs.ts";

export const cardList = () =>
  (Object.keys(boostCards) as BoostCard[]).map((name) => {
    const { land, brings } = boostCards[name];
    return { name, land: land.toString(), brings };
  });

/**
 * Buys cards and pays for them; returns the price in whole LAND. One order is one payment: the http layer replays repeated requests with
 * the same Idempotency-Key. Throws INSUFFICIENT_LAND, and INVALID_INPUT for several protections.
 */
export const buy = async (
  { ledger, clock }: Pick<TaskDeps, "ledger" | "clock">,
  trx: Trx,
  { nodeId, teamId }: Pick<Doer, "nodeId" | "teamId">,
  { name, number }: CardOrder,
): Promise<bigint> => {
  if (name === "protect" && number > 1)
    throw new AppError("INVALID_INPUT", {
      fields: { number: ["Protection doesn't stack. Buy one card at a time."] },
    });
  const at = clock();
  const { land, brings } = boostCards[name];
  await lockNode(trx, nodeId);
  if (name === "explore") await addExplorations(trx, nodeId, number * brings);
  if (name === "capacity")
    await changeEarning(trx, nodeId, at, (earning) => ({
      ...earning,
      capacity: earning.capacity + BigInt(number * brings) * pointUnit,
    }));
  if (name === "protect") await changeEarning(trx, nodeId, at, (earning) => protectedFor(earning, at, brings));
  const price = land * BigInt(number);
  const what = `${number} ${name} ${number === 1 ? "card" : "cards"}`;
  await payLand(ledger, trx, { id: randomUUID(), teamId, land: price, what, nodeId });
  return price;
};
