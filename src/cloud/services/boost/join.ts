/** Joining: a person's one node. */
import { randomUUID } from "node:crypto";
import { boostBase } from "../../../../resources/boost/limits.ts";
import { pointUnit } from "../../../../resources/boost/points.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { NodeRow } from "./nodes.ts";
import type { BoostNodeTable } from "./tables.ts";

interface Joining {
  readonly personId: string;
  readonly origin: BoostNodeTable["origin"];
  readonly inviterId: string | undefined;
  readonly at: number;
}

/** Makes the person's node, or finds the one there is: however often and at the same time it is asked for. */
export const joinNode = async (
  trx: Trx,
  { personId, origin, inviterId, at }: Joining,
): Promise<{ readonly row: NodeRow; readonly isNew: boolean }> => {
  const { rate, capacity } = boostBase[origin];
  const made = await trx
    .insertInto("boost_node")
    .values({
      id: randomUUID(),
      person_id: personId,
      origin,
      inviter_id: inviterId ?? null,
      base_rate: JSON.stringify([{ rate: rate * 1000, start: at }]),
      capacity: (BigInt(capacity) * pointUnit).toString(),
      compute_timestamp: at,
    })
    .onConflict((conflict) => conflict.column("person_id").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) return { row: made, isNew: true };
  const row = await trx
    .selectFrom("boost_node")
    .selectAll()
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return { row, isNew: false };
};
