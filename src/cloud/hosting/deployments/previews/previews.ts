/** Branch previews: a host name for each deployed branch other than the project's. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { previewsPerProject } from "../../../../../resources/limits.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { AppError } from "../../../kernel/app-error.ts";
import type { Site } from "../../../gateway/serve/service.ts";
import type { Project } from "../deployment-settings.ts";
import { isUuid } from "../../../kernel/uuid.ts";
import type { HostingContext } from "../deps.ts";
import { touchProject } from "../builds/queue.ts";
import { messages } from "../messages.ts";
import { countOf } from "../../../kernel/calls/list-query.ts";

/** Leaves room for the branch in the 63 characters of a host label. */
const projectPartMax = 40;

/**
 * Returns the preview of a branch; its first deployment claims the host name. At the limit the preview with the oldest
 * deployment is replaced. Throws LIMIT_REACHED while all of them are being deployed.
 */
export const previewFor = async (
  deps: HostingContext,
  trx: Trx,
  { id: projectId, label }: Pick<Project, "id" | "label">,
  branch: string,
): Promise<string> => {
  await touchProject(trx, projectId);
  const existing = await trx
    .updateTable("preview")
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where("project_id", "=", projectId)
    .where("branch", "=", branch)
    .returning("id")
    .executeTakeFirst();
  if (existing) return existing.id;
  await makeRoom(deps, trx, projectId);
  const id = randomUUID();
  const claimed = await deps.hostnames.claim(trx, `${label.slice(0, projectPartMax)}-git-${branch}`, "preview", id);
  await trx.insertInto("preview").values({ id, project_id: projectId, branch, label: claimed }).execute();
  return id;
};

/** Frees a preview's host name. Its deployments stay in the project's history. */
export const dropPreview = async ({ hostnames }: HostingContext, trx: Trx, id: string): Promise<void> => {
  await hostnames.release(trx, "preview", id);
  await trx.deleteFrom("preview").where("id", "=", id).execute();
};

/** Returns a preview's content with the project's serving settings; its traffic counts for the project. */
export const previewSite = async (db: Db, id: string): Promise<Site | undefined> => {
  if (!isUuid(id)) return undefined;
  const row = await db
    .selectFrom("preview")
    .innerJoin("project", "project.id", "preview.project_id")
    .select(["preview.live_cid", "project.id", "project.team_id", "project.rewrite", "project.directory_list"])
    .select("project.preview_password")
    .where("preview.id", "=", id)
    .executeTakeFirst();
  if (!row?.live_cid) return undefined;
  const { live_cid: cid, team_id: teamId, id: subject, rewrite, directory_list: directoryList } = row;
  const site = { cid, teamId, subject, rewrite, directoryList };
  return row.preview_password ? { ...site, passwordHash: row.preview_password } : site;
};

/** A site or preview that has a host name. */
export interface Shown {
  readonly kind: "project" | "preview";
  readonly id: string;
}

/** Returns the project's site and its previews. */
export const shownOf = async (db: Db, projectId: string): Promise<Shown[]> => {
  const previews = await db.selectFrom("preview").select("id").where("project_id", "=", projectId).execute();
  return [{ kind: "project", id: projectId }, ...previews.map(({ id }) => ({ kind: "preview" as const, id }))];
};

/** Sets the password of a project's previews, or removes it. Returns those to invalidate once that is committed. */
export const setPasswordOfPreviews = async (trx: Trx, projectId: string, hash: Buffer | null): Promise<Shown[]> => {
  await trx.updateTable("project").set({ preview_password: hash }).where("id", "=", projectId).execute();
  return (await shownOf(trx, projectId)).filter(({ kind }) => kind === "preview");
};

const makeRoom = async (deps: HostingContext, trx: Trx, projectId: string): Promise<void> => {
  const ofProject = trx.selectFrom("preview").where("project_id", "=", projectId);
  const count = await countOf(ofProject);
  if (count < previewsPerProject) return;
  const oldest = await ofProject
    .select("id")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("deployment")
            .select("deployment.id")
            .whereRef("deployment.preview_id", "=", "preview.id")
            .where("deployment.ended_at", "is", null),
        ),
      ),
    )
    .orderBy("updated_at")
    .limit(1)
    .executeTakeFirst();
  if (!oldest) throw new AppError("LIMIT_REACHED", { message: messages.previewsFull });
  await dropPreview(deps, trx, oldest.id);
};
