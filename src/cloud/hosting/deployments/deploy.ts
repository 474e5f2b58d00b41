/** Prepares and queues deployments. */
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError, invalidField } from "../../kernel/app-error.ts";
import { findDeployment } from "./deployment-reads.ts";
import type { Project } from "./deployment-settings.ts";
import { prepareSource } from "./sources/deploy-source.ts";
import type { HostingContext } from "./deps.ts";
import { previewFor } from "./previews/previews.ts";
import { publishAtOnce, type Started } from "./publish/go-live.ts";
import { enqueue, type NewDeployment, type Queued } from "./builds/queue.ts";
import { findProject } from "./projects/project-reads.ts";
import { messages } from "./messages.ts";

export interface BuildRequest {
  readonly uploadId?: string | undefined;
  /** A branch other than the project's is deployed to its preview. */
  readonly branch?: string | undefined;
  readonly commitHash?: string | undefined;
  readonly message?: string | undefined;
  /** The trigger, unless a user started the deployment in the dashboard. */
  readonly trigger?: "cli" | "hook";
}

/**
 * Resolves the content to deploy: a finished upload, the target of a name or hash, or a commit of the repository (by
 * default the newest of the branch). The returned function starts the deployment.
 */
export const prepareBuild = async (
  deps: HostingContext,
  db: Db,
  teamId: string,
  projectId: string,
  request: BuildRequest,
): Promise<(trx: Trx) => Promise<Started>> => {
  const project = await findProject(db, teamId, projectId);
  if (project.deploy_type === "REPOSITORY") {
    const commit = await commitFor(deps, db, project, request);
    return async (trx) =>
      queueBuild(deps, trx, await findProject(trx, teamId, projectId), request.trigger ?? "person", commit);
  }
  if (project.deploy_type !== "UPLOAD") return prepareSource(deps, project);
  return (trx) => startUpload(deps, trx, teamId, projectId, request);
};

const startUpload = async (
  deps: HostingContext,
  trx: Trx,
  teamId: string,
  projectId: string,
  request: BuildRequest,
): Promise<Started> => {
  const { id: project_id, team_id } = await findProject(trx, teamId, projectId);
  if (!request.uploadId) throw invalidField("uploadId", "Add files to deploy.");
  const tree = await deps.uploads.takeTree(trx, teamId, request.uploadId);
  const values: NewDeployment = {
    project_id,
    team_id,
    lane: "publish",
    trigger: request.trigger ?? "upload",
    upload_id: request.uploadId,
    message: request.message || null,
    ...(tree && { cid: tree.cid, file_count: tree.fileCount, size_bytes: BigInt(tree.sizeBytes) }),
  };
  const started = tree && (await publishAtOnce(deps, trx, values, tree));
  return started ?? enqueue(deps.engines.jobs, trx, values);
};

/** Queues a new deployment of the same commit or files to the same site or preview. */
export const redeploy = async (
  deps: HostingContext,
  trx: Trx,
  teamId: string,
  deploymentId: string,
): Promise<Queued> => {
  const old = await findDeployment(trx, teamId, deploymentId);
  const project = await findProject(trx, teamId, old.project_id);
  if (project.deploy_type === "REPOSITORY") {
    const { branch, commit_hash, message, author } = old;
    const target = old.preview_id === null ? "production" : "preview";
    return queueBuild(deps, trx, project, "redeploy", { branch, commit_hash, message, author }, target);
  }
  const { upload_id, message, cid, file_count, size_bytes, lane } = old;
  return enqueue(deps.engines.jobs, trx, {
    project_id: project.id,
    team_id: teamId,
    lane,
    trigger: "redeploy",
    upload_id,
    message,
    cid,
    file_count,
    size_bytes,
  });
};

export type Commit = Required<Pick<NewDeployment, "branch" | "commit_hash" | "message" | "author">>;

export type Target = "production" | "preview";

/** Returns the target of a branch: only the project's own branch deploys to production. */
export const targetOf = (project: Pick<Project, "branch">, branch: string | null): Target =>
  branch === null || branch === project.branch ? "production" : "preview";

/** Queues a build after checking that the team has build time left and this machine can run it. */
export const queueBuild = async (
  deps: HostingContext,
  trx: Trx,
  project: Project,
  trigger: NewDeployment["trigger"],
  commit: Commit,
  target: Target = targetOf(project, commit.branch),
): Promise<Queued> => {
  if (project.build_command !== "" || project.install_command !== "") {
    const { unavailable } = deps.engines.sandbox;
    if (unavailable !== undefined) throw new AppError("BUILD_UNAVAILABLE", { message: unavailable });
    await deps.allowance.ask(trx, project.team_id, "BUILD_TIME", 1, { service: "HOSTING", subject: project.id });
  }
  const { id: project_id, team_id } = project;
  const preview_id = target === "preview" ? await previewFor(deps, trx, project, commit.branch!) : null;
  return enqueue(deps.engines.jobs, trx, { project_id, team_id, lane: "build", trigger, preview_id, ...commit });
};

const commitFor = async (deps: HostingContext, db: Db, project: Project, request: BuildRequest): Promise<Commit> => {
  const repository = await deps.repositories.find(db, project.team_id, project.repository_id!);
  if (!repository) throw new AppError("REPOSITORY_NOT_CONNECTED");
  const branch = request.branch || project.branch;
  const commit = await deps.repositories.commit(db, repository, request.commitHash || branch);
  if (!commit) throw new AppError("INVALID_INPUT", { message: missing(branch, request) });
  const message = request.message || commit.subject;
  return { branch, commit_hash: commit.hash, message, author: commit.author };
};

const missing = (branch: string, { commitHash }: BuildRequest): string =>
  commitHash ? messages.commitMissing(commitHash) : messages.branchMissing(branch);
