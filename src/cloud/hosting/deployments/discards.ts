import { sql } from "kysely";
import type { Trx } from "../../engines/database/database.ts";
import type { Jobs } from "../../engines/jobs/jobs.ts";
import { lockRoots, type ReferenceStates } from "../../storage/content-owners/service.ts";
import type { HostingContext } from "./deps.ts";

export const discardQueue = "hosting-discard";

const logLinesAtOnce = 20_000;

/** Schedules the release of a root, unless another deployment refers to it by then. */
export const discardRoot = (jobs: Jobs, trx: Trx, cid: string): Promise<void> =>
  discard(jobs, trx, [{ kind: "root", subject: cid }]);

/** Schedules the release of a project's roots and logs. The caller deletes the rows in the same transaction. */
export const discardOfProject = async (jobs: Jobs, trx: Trx, projectId: string): Promise<void> => {
  const held = await trx
    .selectFrom("deployment")
    .select(["number", "cid", "log_lines"])
    .where("project_id", "=", projectId)
    .execute();
  const roots = new Set(held.flatMap(({ cid }) => cid ?? []));
  await discard(jobs, trx, [
    ...[...roots].map((subject) => ({ kind: "root" as const, subject })),
    ...held.map(({ number }) => ({ kind: "log" as const, subject: number.toString() })),
  ]);
};

/** Schedules the release of one deployment's root and log. */
export const discardDeployment = (
  jobs: Jobs,
  trx: Trx,
  { number, cid }: { readonly number: bigint; readonly cid: string | null },
): Promise<void> =>
  discard(jobs, trx, [
    ...(cid === null ? [] : [{ kind: "root" as const, subject: cid }]),
    { kind: "log" as const, subject: number.toString() },
  ]);

/** Queues the cleanup of discards that were postponed by a running publish. */
export const remindOfDiscards = async (jobs: Jobs, trx: Trx): Promise<void> => {
  const left = await trx.selectFrom("hosting_discard").select("subject").limit(1).executeTakeFirst();
  if (left) await jobs.send(trx, discardQueue, {});
};

/** Clears the scheduled discards. Runs as a job, so it survives a restart. */
export const clearDiscards = async (deps: HostingContext): Promise<void> => {
  const { db } = deps.engines.database;
  for (const { kind, subject } of await db.selectFrom("hosting_discard").selectAll().orderBy("kind").execute()) {
    if (kind === "root") await forgetRoot(deps, subject);
    else await deleteLog(deps, subject);
  }
};

const discard = async (
  jobs: Jobs,
  trx: Trx,
  rows: readonly { readonly kind: "root" | "log"; readonly subject: string }[],
): Promise<void> => {
  if (rows.length === 0) return;
  await trx
    .insertInto("hosting_discard")
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await jobs.send(trx, discardQueue, {});
};

const forgetRoot = async ({ uploads, contentOwners, engines }: HostingContext, cid: string): Promise<void> => {
  const { database, blocks } = engines;
  const dropped = await database.db.transaction().execute(async (trx) => {
    await lockRoots(trx);
    await blocks.seizeRoot(trx, cid);
    const answer = (await referencesTo(trx, uploads, [cid])).get(cid);
    if (answer === "busy") return undefined;
    await trx.deleteFrom("hosting_discard").where("kind", "=", "root").where("subject", "=", cid).execute();
    if (answer === "held") return undefined;
    await uploads.forgetKnown(trx, cid);
    return (await contentOwners.isHeld(trx, cid)) ? undefined : blocks.dropRoots(trx, [cid]);
  });
  await dropped?.remove();
};

/** Returns which roots deployments or resumable uploads need. */
export const referencesTo = async (
  trx: Trx,
  uploads: HostingContext["uploads"],
  cids: readonly string[],
): Promise<ReferenceStates> => {
  const busy = (await isPublishing(trx)) ? cids : await uploads.promised(trx, cids);
  const held = (await referredAmong(trx, cids)).map((cid) => [cid, "held"] as const);
  return new Map<string, "held" | "busy">([...held, ...busy.map((cid) => [cid, "busy"] as const)]);
};

/** Failed and cancelled deployments hold no files: they were not counted. */
const referredAmong = async (trx: Trx, cids: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .selectFrom("deployment")
    .select("cid")
    .distinct()
    .where("cid", "=", sql<string>`any(${[...cids]}::text[])`)
    .where((eb) => eb.or([eb("state", "=", "success"), eb("ended_at", "is", null)]))
    .execute();
  return rows.map(({ cid }) => cid!);
};

const isPublishing = async (trx: Trx): Promise<boolean> =>
  (await trx.selectFrom("deployment").select("id").where("state", "=", "syncing").limit(1).executeTakeFirst()) !==
  undefined;

const deleteLog = async ({ engines: { database } }: HostingContext, deployment: string): Promise<void> => {
  const { db } = database;
  for (let deleted = logLinesAtOnce; deleted === logLinesAtOnce;) {
    const { numAffectedRows } = await sql`
      delete from deployment_log where deployment = ${deployment} and seq in (
        select seq from deployment_log where deployment = ${deployment} order by seq limit ${logLinesAtOnce}
      )
    `.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
  await db.deleteFrom("hosting_discard").where("kind", "=", "log").where("subject", "=", deployment).execute();
};
