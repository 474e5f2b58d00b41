import { dayOf, guessesPerDay } from "../../../../../resources/boost/task-limits.ts";
import { AppError } from "../../../app-error.ts";
import type { Trx } from "../../../engines/database/database.ts";

/** Throws TOO_MANY_GUESSES when a locked node has reached today's limit (UTC) of wrong words and codes. */
export const requireGuess = async (trx: Trx, nodeId: string, at: number): Promise<void> => {
  const today = trx
    .selectFrom("boost_guess")
    .select("wrong")
    .where("node_id", "=", nodeId)
    .where("day", "=", dayOf(at));
  if (((await today.executeTakeFirst())?.wrong ?? 0) >= guessesPerDay) throw new AppError("TOO_MANY_GUESSES");
};

export const recordWrongGuess = async (trx: Trx, nodeId: string, at: number): Promise<void> => {
  await trx
    .insertInto("boost_guess")
    .values({ node_id: nodeId, day: dayOf(at), wrong: 1 })
    .onConflict((conflict) =>
      conflict.columns(["node_id", "day"]).doUpdateSet(({ eb }) => ({ wrong: eb("boost_guess.wrong", "+", 1) })),
    )
    .execute();
};
