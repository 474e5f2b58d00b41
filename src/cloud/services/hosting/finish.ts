import { sql } from "kysely";
import type { LogLine } from "../../../../resources/hosting/log-line.ts";
import type { TaskState } from "../../../../resources/hosting/states.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";
import type { Placed } from "../../engines/platforms/platforms.ts";
import type { Attempt } from "./attempt.ts";
import { discardRoot, remindOfDiscards } from "./discards.ts";
import { Interrupted, type Ending } from "./ends.ts";
import { emitLines, emitState } from "./events.ts";
import { goLive } from "./go-live.ts";
import { appendLines, lineOf } from "./log-store.ts";
import type { HostingContext } from "./deps.ts";
import { isWaiting, touchProject, wake } from "./queue.ts";
import { messages } from "./messages.ts";
import { notifyEnd } from "./notify-end.ts";

export interface Success {
  readonly tree: ImportedTree;
  readonly buildSeconds: number;
  /** Its location on a platform other than IPFS. */
  readonly placed: Placed | undefined;
}

/** Ends a deployment successfully: its files are live once this resolves, unless a newer deployment is. */
export const succeed = async (
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
export const endWithout = (
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
 * Applies the end in one transaction: its effects, the last log lines, the build time and a wake-up for the next in the
 * queue.
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
    if (await isWaiting(trx, deployment.lane)) await wake(jobs, trx, deployment.lane);
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
