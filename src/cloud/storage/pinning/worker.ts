import { pinAttemptsMax } from "../../../../resources/storage/pin-limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Content, PinContent, PinningEngines, PinningDeps } from "./content.ts";
import { Unpinnable, messages } from "./messages.ts";
import { changePin, type PinRow } from "./rows.ts";

/**
 * Processes a queued pin: finds or fetches its content and holds it for the team. Throws for a retry, until all attempts
 * are used.
 */
export const createWorker = (
  { database: { db } }: PinningEngines,
  deps: Pick<PinningDeps, "contentOwners" | "log"> & {
    readonly content: Pick<Content, "findOrFetch">;
    changed(row: PinRow): void;
  },
) => {
  const { contentOwners, content, changed, log } = deps;

  /** Holds the content; undefined if the pin was removed concurrently. */
  const holdContent = (id: string, pinContent: PinContent) =>
    db.transaction().execute(async (trx) => {
      const row = await trx.selectFrom("pin").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
      if (!row || row.status === "pinned") return undefined;
      await pinContent.record(trx);
      await contentOwners.add(trx, row.team_id, [pinContent]);
      if (row.replaced_root !== null) await contentOwners.drop(trx, row.team_id, [row.replaced_root]);
      const settled = {
        status: "pinned",
        details: "",
        size_bytes: BigInt(pinContent.sizeBytes),
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
    const row = await startAttempt(id);
    if (!row) return;
    changed(row);
    try {
      const pinContent = await content.findOrFetch(row, { signal });
      const settled = await holdContent(id, pinContent).finally(() => pinContent.settle());
      if (settled) changed(settled);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.isFinal || row.attempts >= pinAttemptsMax) return fail(row, problem.message);
      const details = messages.again(problem.message, row.attempts, pinAttemptsMax);
      const waiting = await changePin(db, id, { status: "queued", details });
      if (waiting) changed(waiting);
      log.debug({ err: error, pin: id }, "Retrying a pin");
      throw error;
    }
  };

  async function startAttempt(id: string): Promise<PinRow | undefined> {
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

const problemOf = (error: unknown): { readonly message: string; readonly isFinal: boolean } => {
  if (error instanceof Unpinnable) return { message: error.message, isFinal: error.isFinal };
  if (error instanceof AppError && error.code === "ALLOWANCE_USED_UP")
    return { message: messages.noRoom, isFinal: true };
  if (error instanceof AppError && error.code === "SPEND_CAP_REACHED") return { message: error.message, isFinal: true };
  return { message: "An internal error occurred.", isFinal: false };
};
