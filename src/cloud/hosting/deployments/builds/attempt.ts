import type { LogLine } from "../../../../../resources/hosting/log-line.ts";
import type { TaskState } from "../../../../../resources/hosting/states.ts";
import { lockRoots } from "../../../storage/content-owners/service.ts";
import { projectFor, settingsOf, type DeploymentSettings, type Project } from "../deployment-settings.ts";
import { Interrupted } from "../ends.ts";
import { announce, emitLines } from "../events.ts";
import { appendLines, lineOf, type UnnumberedLine } from "./log-store.ts";
import type { HostingContext } from "../deps.ts";
import { createRunner } from "../../../kernel/repeat.ts";
import type { Deployment } from "./queue.ts";
import { messages } from "../messages.ts";
import { logBytesMax, logLinesMax } from "../../../../../resources/limits.ts";

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
  const stored = await database.db
    .selectFrom("project")
    .selectAll()
    .where("id", "=", deployment.project_id)
    .executeTakeFirst();
  if (!stored) throw new Interrupted("superseded");
  const project = projectFor(stored, deployment.preview_id === null ? "production" : "preview");
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

type LogWriter = ReturnType<typeof createLogWriter>;

/** Stores and announces lines. Throws when the writer was superseded. */
type StoreLines = (lines: readonly UnnumberedLine[]) => Promise<void>;

const batchMs = 100;
const batchLinesMax = 2000;

/** Collects lines for at most 100 ms and stores them in ordered batches. `onFailure` is called once when that fails. */
export const createLogWriter = (
  store: StoreLines,
  options: { readonly storedLines: number; onFailure(error: unknown): void },
) => {
  let waiting: UnnumberedLine[] = [];
  let linesLeft = logLinesMax - options.storedLines;
  let bytesLeft = logBytesMax;
  let isCut = false;
  let failure: { readonly error: unknown } | undefined;

  const drain = async (): Promise<undefined> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchLinesMax);
      try {
        await store(batch);
      } catch (error) {
        failure = { error };
        waiting = [];
        options.onFailure(error);
      }
    }
  };
  // What fails is handed to onFailure above.
  const draining = createRunner(drain, () => undefined);
  const take = (content: string): void => {
    if (failure) return;
    waiting.push(lineOf(content));
    draining.kick(waiting.length >= batchLinesMax ? 0 : batchMs);
  };

  return {
    /** Adds a line of a command's output; lines beyond the limits are dropped after one notice. */
    line: (content: string): void => {
      if (isCut) return;
      linesLeft -= 1;
      bytesLeft -= content.length;
      isCut = linesLeft < 0 || bytesLeft < 0;
      take(isCut ? messages.logCut : content);
    },
    /** Adds a line of Freehold's own, which is never dropped. */
    say: take,
    /** Resolves when every line is stored. Rejects when storing failed. */
    flush: async (): Promise<void> => {
      await draining.now();
      if (failure) throw failure.error;
    },
  };
};
