/** Creates projects with branch previews, below HTTP. */
import { sql } from "kysely";
import { expect } from "vitest";
import { listDeployments } from "../../../src/cloud/hosting/deployments/deployment-reads.ts";
import { editProject } from "../../../src/cloud/hosting/deployments/projects/projects.ts";
import type { Settings } from "../../../src/cloud/hosting/deployments/sources/sources.ts";
import type { TestHosting } from "./hosting.ts";

export type PreviewSites = ReturnType<typeof previewSites>;

export const previewSites = (cloud: TestHosting) => {
  /** Creates a project whose site shows "main". */
  const connected = async (settings = {}) => {
    const team = await cloud.team();
    const repository = await cloud.repository(team, { "index.html": "main" });
    const project = await cloud.project(team, { deployType: "REPOSITORY", repoId: repository.id, ...settings });
    await cloud.ended(team, await cloud.build(team, project));
    const { label } = await cloud.live(team, project);
    return { team, repository, project, label };
  };
  type Connected = Awaited<ReturnType<typeof connected>>;

  const newest = async ({ team, project }: Connected) => {
    const { rows } = await listDeployments(cloud.db, team, { page: 1, size: 1, projectId: project });
    return rows[0]!;
  };

  const previewsOf = ({ project }: Connected) =>
    cloud.db.selectFrom("preview").selectAll().where("project_id", "=", project).orderBy("created_at").execute();

  /** Pushes to a branch and waits until its preview shows the text. */
  const pushed = async (site: Connected, branch: string, text: string) => {
    await site.repository.push({ "index.html": text }, { branch });
    const row = await cloud.ended(site.team, (await newest(site)).id);
    expect(row).toMatchObject({ state: "success", branch });
    return row;
  };

  const edit = ({ team, project }: Connected, settings: Settings) =>
    cloud.inTrx((trx) => editProject(cloud.hosting.deps, trx, team, project, settings));

  /** Runs an action while no worker can start a deployment. */
  const beforeAnyWorker = <T>(act: () => Promise<T>): Promise<T> =>
    cloud.inTrx(async (trx) => {
      await sql`select pg_advisory_xact_lock(4040006)`.execute(trx);
      return act();
    });

  return { connected, newest, previewsOf, pushed, edit, beforeAnyWorker };
};
