/** Deploys projects that follow an IPNS name when its target changes. */
import { sql } from "kysely";
import type { Trx } from "../../../engines/database/database.ts";
import type { Project } from "../deployment-settings.ts";
import { announce } from "../events.ts";
import { findNamed, type Named } from "../publish/hash.ts";
import type { HostingContext } from "../deps.ts";
import { enqueue, laneOf, type Queued } from "../builds/queue.ts";

export const followQueue = "hosting-follow";

/** How often foreign names are polled; they don't announce changes. */
const checkEverySeconds = 60;

/** Returns the time of the next check of a followed name. */
export const nextCheck = (): Date => new Date(Date.now() + checkEverySeconds * 1000);

/** Schedules an immediate check of the projects that follow the name, in the transaction that publishes it. */
export const scheduleNameCheck = async ({ engines }: HostingContext, trx: Trx, key: string): Promise<void> => {
  const { numUpdatedRows } = await trx
    .updateTable("project")
    .set({ ipns_check_at: new Date(0) })
    .where("deploy_type", "=", "IPNS")
    .where("ipns_auto", "=", true)
    .where((eb) => eb.or([eb("ipfs_path", "=", `/ipns/${key}`), eb("ipfs_path", "like", `/ipns/${key}/%`)]))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await engines.jobs.send(trx, followQueue, {});
};

/** Checks the names that are due. */
export const checkDue = async (deps: HostingContext): Promise<void> => {
  for (let due = await takeDue(deps); due; due = await takeDue(deps)) {
    const named = await findNamed(deps, due.team_id, due.ipfs_path ?? "");
    // An unknown name, or a target that is not stored here, can succeed next time.
    if ("problem" in named || named.target === due.ipns_resolved) continue;
    const queued = await deployNamed(deps, due.id, named);
    if (queued) announce(deps.engines.realtime, queued.deployment, "queued", queued.line);
  }
};

const takeDue = ({ engines }: HostingContext): Promise<Project | undefined> =>
  engines.database.db
    .updateTable("project")
    .set({ ipns_check_at: nextCheck() })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("project")
        .select("id")
        .where("ipns_auto", "=", true)
        .where("ipns_check_at", "<=", new Date())
        .orderBy("ipns_check_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();

/** Returns undefined if the project was changed or deployed meanwhile. */
const deployNamed = (
  { engines }: HostingContext,
  projectId: string,
  { path, target, cid, isHere }: Named,
): Promise<Queued | undefined> =>
  engines.database.db.transaction().execute(async (trx) => {
    const project = await trx
      .updateTable("project")
      .set({ ipns_resolved: target })
      .where("id", "=", projectId)
      .where("ipns_auto", "=", true)
      .where("ipfs_path", "=", path)
      .where(sql<boolean>`ipns_resolved is distinct from ${target}`)
      .returning(["id", "team_id"])
      .executeTakeFirst();
    if (!project) return undefined;
    const { id: project_id, team_id } = project;
    const source = { trigger: "ipns", cid: cid.toString(), message: target } as const;
    return enqueue(engines.jobs, trx, { project_id, team_id, lane: laneOf(isHere), ...source });
  });
