import type { ImportedTree } from "../../engines/blocks/blocks.ts";
import { AppError } from "../../app-error.ts";
import { openAttempt, type Attempt } from "./attempt.ts";
import { discardRoot } from "./discards.ts";
import { DeploymentEnd, Interrupted, type Ending } from "./ends.ts";
import { endWithout, succeed } from "./finish.ts";
import type { JobFolders } from "./job-folders.ts";
import type { Parts } from "./parts.ts";
import { placeAtPlatform } from "./place.ts";
import { publish } from "./publish.ts";
import type { Deployment } from "./queue.ts";
import { sentences } from "./sentences.ts";
import { buildFromRepository, createBuildClock, type BuildClock } from "./steps/build.ts";

const shownProblemsMax = 20;

/** Takes a claimed deployment to its end. Rejects only when the database cannot be reached; the next start then takes it up. */
export const runDeployment = async (
  parts: Parts,
  folders: JobFolders,
  deployment: Deployment,
  stop: AbortController,
): Promise<void> => {
  try {
    const attempt = await openAttempt(parts, deployment, stop);
    await carryOut(parts, folders, attempt);
  } catch (error) {
    // Superseded or shutting down: whoever takes the deployment up next writes its log from here on.
    if (!(interruptionOf(error, stop.signal) instanceof Interrupted)) throw error;
  } finally {
    await folders.remove(deployment.id);
  }
};

const carryOut = async (parts: Parts, folders: JobFolders, attempt: Attempt): Promise<void> => {
  const clock = createBuildClock();
  let tree: ImportedTree | undefined;
  try {
    await attempt.moveTo("pending");
    tree = await produce(parts, folders, attempt, clock);
    attempt.signal.throwIfAborted();
    await sayRuleProblems(parts, attempt, tree);
    const placed = await placeAtPlatform(parts, attempt, tree);
    await succeed(parts, attempt, { tree, buildSeconds: clock.seconds(), placed });
  } catch (error) {
    const ending = await endingOf(parts, attempt, error, tree);
    await endWithout(parts, attempt, { ...ending, buildSeconds: clock.seconds(), ...(tree && { cid: tree.cid }) });
  }
};

/** A mistake in the site's rules is no reason not to publish it, but visitors must not be the first who see it. */
const sayRuleProblems = async ({ gateway }: Parts, { log }: Attempt, { cid }: ImportedTree): Promise<void> => {
  const problems = await gateway.ruleProblems(cid);
  problems.slice(0, shownProblemsMax).forEach(log.say);
};

const produce = async (
  parts: Parts,
  folders: JobFolders,
  attempt: Attempt,
  clock: BuildClock,
): Promise<ImportedTree> => {
  const { deployment } = attempt;
  if (deployment.lane === "build") return buildFromRepository(parts, folders, attempt, clock);
  await attempt.moveTo("syncing");
  return publish(parts, folders, attempt);
};

/** How the deployment ends for its people. Throws the `Interrupted` when it is not this attempt's to end. */
const endingOf = async (
  { log, engines: { database, jobs } }: Parts,
  { signal, deployment }: Attempt,
  error: unknown,
  tree: ImportedTree | undefined,
): Promise<{ readonly state: Ending; readonly sentence: string }> => {
  const cause = interruptionOf(error, signal);
  if (cause instanceof Interrupted && cause.why !== "cancelled") {
    if (tree) await database.db.transaction().execute((trx) => discardRoot(jobs, trx, tree.cid));
    throw cause;
  }
  if (cause instanceof Interrupted) return { state: "cancelled", sentence: sentences.cancelled };
  if (cause instanceof DeploymentEnd) return { state: cause.state, sentence: cause.message };
  if (cause instanceof AppError) return { state: "failure", sentence: cause.message };
  log.error({ err: error, deploymentId: deployment.id }, "A deployment failed for a reason of ours");
  return { state: "failure", sentence: sentences.internal };
};

/** What an error is about: a step that was cut off by the signal fails with an error of its own. */
const interruptionOf = (error: unknown, signal: AbortSignal): unknown => {
  if (error instanceof Interrupted) return error;
  return signal.aborted ? signal.reason : error;
};
