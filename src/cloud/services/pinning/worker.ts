import { pinAttemptsMax } from "../../../../resources/bucket/pin-limits.ts";
import { AppError } from "../../app-error.ts";
import type { Content, Found } from "./content.ts";
import { Unpinnable } from "./problems.ts";
import { changePin, type PinRow } from "./rows.ts";
import { messages } from "./messages.ts";
import type { PinningEngines, PinningDeps } from "./service.ts";

interface Deps extends Pick<PinningDeps, "contentOwners" | "log"> {
  readonly content: Pick<Content, "bring">;
  changed(row: PinRow): void;
}

/**
 * Processes a queued pin: finds or fetches its content and holds it for the team. Throws for a retry, until all attempts
 * are used.
 */
export const createWorker = ({ database: { db } }: PinningEngines, deps: Deps) => {
  const { contentOwners, content, changed, log } = deps;

  /** Holds the content; undefined if the pin was removed concurrently. */
  const hold = (id: string, found: Found) =>
    db.transaction().execute(async (trx) => {
      const row = await trx.selectFrom("pin").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
      if (!row || row.status === "pinned") return undefined;
      await found.record(trx);
      await contentOwners.add(trx, row.team_id, [found]);
      if (row.replaced_root !== null) await contentOwners.drop(trx, row.team_id, [row.replaced_root]);
      const settled = {
        status: "pinned",
        details: "",
        size_bytes: BigInt(found.sizeBytes),
        replaced_root: null,
      } as const;
      return changePin(trx, id, settled);
    });

  const fail = async (row: PinRow, details: string): Promise<void> => {
    const failed = await db.transaction().execute(async (trx) => {
      const held = await trx.selectFrom("pin").selectAll().where("id", "=", row.id).forUpdate().executeTakeFirst();
      if (!held || held.status === "pinned") return undefined;
      if (held.replaced_root !== null) await contentOwners.drop(trx, held.team_id, [held.replaced_root]);
      return changePin(trx, row.id, { status: "failed", details, replaced_root: null });
    });
    if (failed) changed(failed);
  };

  return async (id: string, signal: AbortSignal): Promise<void> => {
    const row = await begin(id);
    if (!row) return;
    changed(row);
    try {
      const found = await content.bring(row, { signal });
      const settled = await hold(id, found).finally(() => found.settle());
      if (settled) changed(settled);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.isFinal || row.attempts >= pinAttemptsMax) return fail(row, problem.sentence);
      const details = messages.again(problem.sentence, row.attempts, pinAttemptsMax);
      const waiting = await changePin(db, id, { status: "queued", details });
      if (waiting) changed(waiting);
      log.debug({ err: error, pin: id }, "Retrying a pin");
      throw error;
    }
  };

  async function begin(id: string): Promise<PinRow | undefined> {
    return db
      .updateTable("pin")
      .set((eb) => ({
        status: "pinning" as const,
        details: messages.fetching,
        attempts: eb("attempts", "+", 1),
        updated_at: new Date(),
      }))
      .where("id", "=", id)
      .where("status", "in", ["queued", "pinning"])
      .returningAll()
      .executeTakeFirst();
  }
};

const problemOf = (error: unknown): { readonly sentence: string; readonly isFinal: boolean } => {
  if (error instanceof Unpinnable) return { sentence: error.message, isFinal: error.isFinal };
  if (error instanceof AppError && error.code === "ALLOWANCE_USED_UP")
    return { sentence: messages.noRoom, isFinal: true };
  if (error instanceof AppError && error.code === "SPEND_CAP_REACHED")
    return { sentence: error.message, isFinal: true };
  return { sentence: "An internal error occurred.", isFinal: false };
};
