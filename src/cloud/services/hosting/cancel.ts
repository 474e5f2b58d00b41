import { sql } from "kysely";
import type { LogLine } from "../../../../resources/hosting/log-line.ts";
import { endedStates } from "../../../../resources/hosting/states.ts";
import type { Trx } from "../../engines/database/database.ts";
import { AppError, notFound } from "../../app-error.ts";
import { findDeployment } from "./deployment-reads.ts";
import { appendLines, lineOf } from "./log-store.ts";
import { messages } from "./messages.ts";

export interface Cancelled {
  readonly deployment: { readonly id: string; readonly project_id: string; readonly team_id: string };
  /** Last log line of a deployment cancelled while queued. */
  readonly line?: LogLine;
}

/** Ends a queued deployment at once; a running one is stopped by its worker. Throws NOT_CANCELLABLE for ended ones. */
export const cancel = async (trx: Trx, teamId: string, deploymentId: string): Promise<Cancelled> => {
  const { id } = await findDeployment(trx, teamId, deploymentId);
  const deployment = await trx
    .selectFrom("deployment")
    .select(["id", "project_id", "team_id", "state", "attempt"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  const { state } = deployment;
  if (state === "syncing" || endedStates.includes(state)) throw new AppError("NOT_CANCELLABLE");
  if (state !== "queued") {
    await trx.updateTable("deployment").set({ cancel_requested: true }).where("id", "=", id).execute();
    return { deployment };
  }
  const [line] = (await appendLines(trx, deployment, [lineOf(messages.cancelled)])) ?? [];
  const ended = {
    state: "cancelled",
    error_message: messages.cancelled,
    ended_at: sql<Date>`clock_timestamp()`,
  } as const;
  await trx.updateTable("deployment").set(ended).where("id", "=", id).execute();
  return { deployment, line: line! };
};
