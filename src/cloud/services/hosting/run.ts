import { errors } from "../../../../resources/errors.ts";
import { AppError } from "../../app-error.ts";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";
import { isDiskFull } from "../../engines/blocks/disk-full.ts";
import { unavailability } from "../../engines/database/unavailable.ts";
import { openAttempt, type Attempt } from "./attempt.ts";
import { discardRoot } from "./discards.ts";
import { DeploymentEnd, Interrupted, type Ending } from "./ends.ts";
import { endWithout, succeed } from "./finish.ts";
import { fetchHash } from "./fetch-hash.ts";
import type { JobFolders } from "./job-folders.ts";
import type { HostingContext } from "./deps.ts";
import { placeAtPlatform } from "./place.ts";
import { publish } from "./publish.ts";
import type { Deployment } from "./queue.ts";
import { messages } from "./messages.ts";
import { buildFromRepository, createBuildClock, type BuildClock } from "./steps/build.ts";

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
    tree = await produce(deps, folders, attempt, clock);
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
