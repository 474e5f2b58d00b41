import type { LogLine } from "../../../../resources/hosting/log-line.ts";
import type { TaskState } from "../../../../resources/hosting/states.ts";
import { lockRoots } from "../content-owners/service.ts";
import { settingsOf } from "./deployment-settings.ts";
import { Interrupted } from "./ends.ts";
import { announce, emitLines } from "./events.ts";
import { appendLines, lineOf } from "./log-store.ts";
import { createLogWriter, type LogWriter } from "./log-writer.ts";
import type { HostingContext } from "./deps.ts";
import type { Deployment } from "./queue.ts";
import { messages } from "./messages.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { DeploymentSettings } from "./deployment-settings.ts";

export type Project = RowOf<"project">;

/** One worker's attempt at one deployment. */
export interface Attempt {
  readonly deployment: Deployment;
  readonly project: Project;
  readonly log: LogWriter;
  /** Aborted with an `Interrupted` as its reason. */
  readonly signal: AbortSignal;
  /** Stores and announces the next state. Throws `Interrupted` when the attempt must stop. */
  moveTo(state: "pending" | "running" | "syncing"): Promise<void>;
}

/** Opens an attempt at a deployment claimed by this worker. Throws `Interrupted` when its project was deleted. */
export const openAttempt = async (
  deps: HostingContext,
  deployment: Deployment,
  stop: AbortController,
): Promise<Attempt> => {
  const { database, realtime } = deps.engines;
  const project = await database.db
    .selectFrom("project")
    .selectAll()
    .where("id", "=", deployment.project_id)
    .executeTakeFirst();
  if (!project) throw new Interrupted("superseded");
  let state: TaskState = "pending";

  const show = (lines: readonly LogLine[]) => emitLines(realtime, deployment, state, lines);
  const log = createLogWriter(
    async (lines) => {
      const stored = await appendLines(database.db, deployment, lines);
      if (!stored) throw new Interrupted("superseded");
      show(stored);
    },
    { storedLines: deployment.log_lines, onFailure: (error) => stop.abort(error) },
  );

  const moveTo: Attempt["moveTo"] = async (next) => {
    await log.flush();
    const made = next === "pending" && project.deploy_type === "REPOSITORY" ? settingsOf(project) : undefined;
    const line = await storeState(deps, deployment, next, made);
    state = next;
    announce(realtime, deployment, state, line);
  };
  return { deployment, project, log, signal: stop.signal, moveTo };
};

const storeState = (
  { engines }: HostingContext,
  { id, attempt }: Deployment,
  state: "pending" | "running" | "syncing",
  madeWith: DeploymentSettings | undefined,
): Promise<LogLine> =>
  engines.database.db.transaction().execute(async (trx) => {
    if (state === "syncing") await lockRoots(trx);
    const moved = await trx
      .updateTable("deployment")
      .set({ state, ...(madeWith && { settings: JSON.stringify(madeWith) }) })
      .where("id", "=", id)
      .where("attempt", "=", attempt)
      .where("ended_at", "is", null)
      .returning("cancel_requested")
      .executeTakeFirst();
    if (!moved) throw new Interrupted("superseded");
    if (moved.cancel_requested) throw new Interrupted("cancelled");
    const [line] = (await appendLines(trx, { id, attempt }, [lineOf(messages[state])])) ?? [];
    return line!;
  });
