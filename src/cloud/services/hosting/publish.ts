/** Creates the tree of a deployment without a build: from an upload, a hash, a template, or files published before. */
import { join } from "node:path";
import { mkdir } from "node:fs/promises";
import { CID } from "multiformats/cid";
import { buildOutputFilesMax } from "../../../../resources/limits.ts";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";
import { TreeTooLarge } from "../../engines/blocks/tree-too-large.ts";
import type { PinContent } from "../pinning/service.ts";
import type { Attempt } from "./attempt.ts";
import { discardRoot } from "./discards.ts";
import { DeploymentEnd } from "./ends.ts";
import { foldersBelow } from "./hash.ts";
import type { JobFolders } from "./job-folders.ts";
import type { HostingContext } from "./deps.ts";
import { messages } from "./messages.ts";

/** Returns the tree of a deployment of the publish lane. Gives the same result when repeated after a restart. */
export const publish = async (
  deps: HostingContext,
  folders: JobFolders,
  attempt: Attempt,
  fetched: PinContent | undefined,
): Promise<ImportedTree> => {
  const { deployment, project } = attempt;
  if (deployment.cid === null) {
    if (project.deploy_type === "TEMPLATE") return publishTemplate(deps, folders, attempt);
    return deps.uploads.publish(deployment.team_id, deployment.upload_id!);
  }
  if (project.deploy_type === "CID" || project.deploy_type === "IPNS")
    return fetched ? publishFetched(deps, attempt, fetched) : publishHash(deps, attempt, CID.parse(deployment.cid));
  return { cid: deployment.cid, fileCount: deployment.file_count!, sizeBytes: Number(deployment.size_bytes) };
};

/** The content may have been deleted or made private since it was queued; from here on this project holds it too. */
const publishHash = async (
  { engines, contentOwners }: HostingContext,
  { deployment }: Attempt,
  cid: CID,
): Promise<ImportedTree> => {
  const notHeld = new DeploymentEnd("failure", messages.notHeld(deployment.message ?? cid.toString()));
  if ((await contentOwners.readableBy(engines.database.db, deployment.team_id, [cid])).size === 0) throw notHeld;
  const held = await hold(engines, cid);
  if (!held) throw notHeld;
  return held;
};

/** Makes the folder at the path a separate root. The other fetched blocks are released afterwards. */
const publishFetched = async (
  { engines }: HostingContext,
  { deployment }: Attempt,
  fetched: PinContent,
): Promise<ImportedTree> => {
  const { database, blocks, jobs } = engines;
  await database.db.transaction().execute(async (trx) => {
    await fetched.record(trx);
    await discardRoot(jobs, trx, fetched.cid);
  });
  const folder = await blocks.resolve(CID.parse(fetched.cid), foldersBelow(deployment.message, fetched.cid));
  if (!folder) throw new DeploymentEnd("failure", messages.folderMissing(deployment.message ?? fetched.cid));
  if (folder.type !== "directory") throw new DeploymentEnd("failure", messages.hashIsFile);
  const held = await hold(engines, folder.cid);
  if (!held) throw new DeploymentEnd("failure", messages.folderMissing(deployment.message ?? fetched.cid));
  return held;
};

const hold = ({ blocks }: HostingContext["engines"], cid: CID): Promise<ImportedTree | undefined> =>
  blocks.hold(cid, buildOutputFilesMax).catch((error: unknown) => {
    throw error instanceof TreeTooLarge
      ? new DeploymentEnd("failure", messages.tooManyFiles(buildOutputFilesMax))
      : error;
  });

const publishTemplate = async (
  { templates, engines }: HostingContext,
  folders: JobFolders,
  { deployment, project, signal }: Attempt,
): Promise<ImportedTree> => {
  const template = await templates.find(project.template_id ?? "");
  if (!template) throw new DeploymentEnd("failure", messages.templateGone);
  const site = join(await folders.open(deployment.id), "site");
  await mkdir(site);
  await templates.write(template.id, project.template_values ?? {}, site);
  return engines.blocks.importFolder(site, signal);
};
