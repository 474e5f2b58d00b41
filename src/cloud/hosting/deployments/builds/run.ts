import { sql } from "kysely";
import { errors } from "../../../../../resources/declare/errors.ts";
import { AppError } from "../../../kernel/app-error.ts";
import type { ImportedTree } from "../../../engines/blocks/blocks.ts";
import { inSpan } from "../../../kernel/observe/work.ts";
import { isDiskFull } from "../../../engines/blocks/store/disk-full.ts";
import { unavailability } from "../../../engines/database/unavailable.ts";
import { openAttempt, type Attempt } from "./attempt.ts";
import { discardRoot, remindOfDiscards } from "../discards.ts";
import { DeploymentEnd, Interrupted, notifyEnd, type Ending } from "../ends.ts";
import { fetchHash, placeAtPlatform, publish } from "../publish/publish.ts";
import type { JobFolders } from "./job-folders.ts";
import type { HostingContext } from "../deps.ts";
import { type Deployment, touchProject } from "./queue.ts";
import { messages } from "../messages.ts";
import { buildFromRepository, createBuildClock, type BuildClock } from "../steps/build.ts";
import type { LogLine } from "../../../../../resources/hosting/log-line.ts";
import type { TaskState } from "../../../../../resources/hosting/states.ts";
import type { Trx } from "../../../engines/database/database.ts";
import type { Placed } from "../../../engines/platforms/platforms.ts";
import { emitLines, emitState } from "../events.ts";
import { goLive } from "../publish/go-live.ts";
import { appendLines, lineOf } from "./log-store.ts";

const shownProblemsMax = 20;
/** Maximum attempts of a deployment that loses its database connection. */
const attemptsMax = 10;

/**
 * Runs a claimed deployment to its end. Rejects only if the database is unreachable; the deployment must then return to
 * the queue.
 */
export const runDeployment = async (
  deps: HostingContext,
  folders: JobFolders,
  deployment: Deployment,
  stop: AbortController,
): Promise<void> => {
  try {
    const attempt = await openAttempt(deps, deployment, stop);
    await execute(deps, folders, attempt);
  } catch (error) {
    // Superseded or shutting down: the next worker writes the log from here on.
    if (!(interruptionOf(error, stop.signal) instanceof Interrupted)) throw error;
  } finally {
    await folders.remove(deployment.id);
  }
};

const execute = async (deps: HostingContext, folders: JobFolders, attempt: Attempt): Promise<void> => {
  const clock = createBuildClock();
  let tree: ImportedTree | undefined;
  try {
    await attempt.moveTo("pending");
    const step = attempt.project.deploy_type === "REPOSITORY" ? "build" : "publish";
    tree = await inSpan(step, "internal", {}, () => produce(deps, folders, attempt, clock));
    attempt.signal.throwIfAborted();
    await logRuleProblems(deps, attempt, tree);
    const placed = await placeAtPlatform(deps, attempt, tree);
    await succeed(deps, attempt, { tree, buildSeconds: clock.seconds(), placed });
  } catch (error) {
    const ending = await endingOf(deps, attempt, error, tree);
    await endWithout(deps, attempt, { ...ending, buildSeconds: clock.seconds(), ...(tree && { cid: tree.cid }) });
  }
};

/**
 * Logs errors in the site's rules: they don't stop the deployment, but its owner should see them before visitors do.
 */
const logRuleProblems = async ({ gateway }: HostingContext, { log }: Attempt, { cid }: ImportedTree): Promise<void> => {
  const problems = await gateway.ruleProblems(cid);
  problems.slice(0, shownProblemsMax).forEach(log.say);
};

const produce = async (
  deps: HostingContext,
  folders: JobFolders,
  attempt: Attempt,
  clock: BuildClock,
): Promise<ImportedTree> => {
  if (attempt.project.deploy_type === "REPOSITORY") return buildFromRepository(deps, folders, attempt, clock);
  const fetched = await fetchHash(deps, attempt);
  try {
    await attempt.moveTo("syncing");
    return await publish(deps, folders, attempt, fetched);
  } finally {
    await fetched?.settle();
  }
};

/** Returns the deployment's final state. Throws while it is not final: `Interrupted`, or a database connection error. */
const endingOf = async (
  { log, engines: { database, jobs } }: HostingContext,
  { signal, deployment }: Attempt,
  error: unknown,
  tree: ImportedTree | undefined,
): Promise<{ readonly state: Ending; readonly message: string }> => {
  const cause = interruptionOf(error, signal);
  if (cause instanceof Interrupted && cause.why !== "cancelled") {
    if (tree) await database.db.transaction().execute((trx) => discardRoot(jobs, trx, tree.cid));
    throw cause;
  }
  if (cause instanceof Interrupted) return { state: "cancelled", message: messages.cancelled };
  if (cause instanceof DeploymentEnd) return { state: cause.state, message: cause.message };
  if (cause instanceof AppError) return { state: "failure", message: cause.message };
  if (isDiskFull(cause)) return { state: "failure", message: errors.DISK_FULL.message };
  // Not the deployment's fault, and the database may be unable to record its end.
  if (unavailability(cause) !== undefined && deployment.attempt < attemptsMax) throw cause;
  log.error({ err: error, deploymentId: deployment.id }, "Deployment failed with an internal error");
  return { state: "failure", message: messages.internal };
};

/** Returns the cause of an error: a step aborted by the signal fails with a different error. */
const interruptionOf = (error: unknown, signal: AbortSignal): unknown => {
  if (error instanceof Interrupted) return error;
  return signal.aborted ? signal.reason : error;
};

interface Success {
  readonly tree: ImportedTree;
  readonly buildSeconds: number;
  /** Its location on a platform other than IPFS. */
  readonly placed: Placed | undefined;
}

/** Ends a deployment successfully: its files are live once this resolves, unless a newer deployment is. */
const succeed = async (
  deps: HostingContext,
  attempt: Attempt,
  { tree, buildSeconds, placed }: Success,
): Promise<void> => {
  const { project_id, preview_id } = attempt.deployment;
  const published = {
    cid: tree.cid,
    file_count: tree.fileCount,
    size_bytes: BigInt(tree.sizeBytes),
    ...(placed && { platform_result: JSON.stringify({ ...placed.facts, address: placed.address }) }),
  };
  await end(deps, attempt, { state: "success", buildSeconds, values: published }, async (trx) => {
    const label = await goLive(deps, trx, attempt.deployment, tree);
    return [messages.success(tree.fileCount, tree.cid), outcomeOf(label && deps.siteUrl(label), preview_id)];
  });
  if (preview_id === null) deps.gateway.invalidate("project", project_id);
  else deps.gateway.invalidate("preview", preview_id);
};

const outcomeOf = (url: string | undefined, previewId: string | null): string => {
  if (url === undefined) return messages.notLive;
  return previewId === null ? messages.live(url) : messages.previewLive(url);
};

/**
 * Ends a deployment with one message that gives the reason. The live site is untouched; imported files are released.
 */
const endWithout = (
  deps: HostingContext,
  attempt: Attempt,
  ending: { readonly state: Ending; readonly message: string; readonly buildSeconds: number; readonly cid?: string },
): Promise<void> => {
  const { state, message, buildSeconds, cid } = ending;
  const values = { error_message: message };
  return end(deps, attempt, { state, buildSeconds, values, error: message }, async (trx) => {
    if (cid !== undefined) await discardRoot(deps.engines.jobs, trx, cid);
    return [message];
  });
};

interface End {
  readonly state: TaskState;
  readonly buildSeconds: number;
  readonly values: object;
  /** The reason, unless it succeeded. */
  readonly error?: string;
}

/**
 * Applies the end in one transaction: its effects, the last log lines and the build time.
 */
const end = async (
  deps: HostingContext,
  { deployment, project, log }: Attempt,
  { state, buildSeconds, values, error }: End,
  applyEffects: (trx: Trx) => Promise<string[]>,
): Promise<void> => {
  const { database, jobs, realtime } = deps.engines;
  await log.flush();
  const first = state === "success" && deployment.preview_id === null && project.live_deployment_id === null;
  const lines = await database.db.transaction().execute(async (trx): Promise<LogLine[]> => {
    await touchProject(trx, deployment.project_id);
    const finalLines = await applyEffects(trx);
    const stored = await appendLines(trx, deployment, finalLines.map(lineOf));
    if (!stored) throw new Interrupted("superseded");
    await trx
      .updateTable("deployment")
      .set({ ...values, state, build_seconds: buildSeconds, ended_at: sql<Date>`clock_timestamp()` })
      .where("id", "=", deployment.id)
      .execute();
    await recordBuildTime(deps, trx, deployment, buildSeconds);
    await notifyEnd(deps, trx, { deployment, projectName: project.name, state, error });
    await remindOfDiscards(jobs, trx);
    return stored;
  });
  emitLines(realtime, deployment, state, lines);
  emitState(realtime, deployment, state, lines.at(-1)!, first);
};

const recordBuildTime = async (
  { usage }: HostingContext,
  trx: Trx,
  { team_id, project_id }: Attempt["deployment"],
  amount: number,
): Promise<void> => {
  if (amount > 0) await usage.recordNow(trx, { teamId: team_id, resource: "BUILD_TIME", subject: project_id, amount });
};
