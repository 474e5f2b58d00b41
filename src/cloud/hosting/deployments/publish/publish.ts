/**
 * Creates the tree of a deployment without a build (from an upload, a hash, a template, or files published before), and
 * sends trees to other platforms.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { CID } from "multiformats/cid";
import { platformLabels, type Platform } from "../../../../../resources/hosting/platforms.ts";
import { buildOutputFilesMax, hashFetchMinutesMax } from "../../../../../resources/limits.ts";
import type { ImportedTree } from "../../../engines/blocks/blocks.ts";
import { TreeTooDeep, TreeTooLarge } from "../../../engines/blocks/dag/tree-too-large.ts";
import { PlatformError, type Placed } from "../../../engines/platforms/platforms.ts";
import { siteFiles } from "../../../engines/platforms/site-files.ts";
import { repeat } from "../../../kernel/repeat.ts";
import { Unpinnable, type PinContent } from "../../../storage/pinning/service.ts";
import type { Attempt } from "../builds/attempt.ts";
import type { HostingContext } from "../deps.ts";
import { discardRoot } from "../discards.ts";
import { DeploymentEnd } from "../ends.ts";
import { foldersBelow } from "./hash.ts";
import type { JobFolders } from "../builds/job-folders.ts";
import { messages } from "../messages.ts";

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
    if (!(error instanceof TreeTooLarge)) throw error;
    const isDeep = error instanceof TreeTooDeep;
    throw new DeploymentEnd("failure", isDeep ? error.message : messages.tooManyFiles(buildOutputFilesMax));
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

/** Sends a deployment's files to its project's platform; does nothing for IPFS. */
export const placeAtPlatform = async (
  deps: HostingContext,
  attempt: Attempt,
  tree: ImportedTree,
): Promise<Placed | undefined> => {
  const { deployment, log } = attempt;
  if (deployment.platform === "IPFS") return undefined;
  try {
    const placed = await send(deps, attempt, tree, deployment.platform);
    log.say(messages.placed(platformLabels[deployment.platform], placed.address));
    return placed;
  } catch (error) {
    throw error instanceof PlatformError ? new DeploymentEnd("failure", error.message) : error;
  }
};

const send = async (
  { engines, arweave }: HostingContext,
  { project, log, signal }: Attempt,
  { cid }: ImportedTree,
  platform: Exclude<Platform, "IPFS">,
): Promise<Placed> => {
  const options = { signal, say: log.say };
  const files = await siteFiles(engines.blocks, cid);
  if (platform === "AR") {
    const site = { teamId: project.team_id, files, rewrite: project.rewrite };
    return arweave.publishSite(site, options);
  }
  const connected = engines.platforms.get(platform);
  if (!connected) throw new DeploymentEnd("failure", messages.notConnected(platformLabels[platform]));
  return connected.publish({ label: project.label, cid, files }, options);
};

// Content of a hash or name that is not stored here is fetched as a part of the deployment, so that it can be cancelled.

const progressEveryMs = 3000;

/**
 * Fetches the deployment's content from the configured gateways. Undefined if it is stored here or nothing needs
 * fetching.
 */
export const fetchHash = async (deps: HostingContext, attempt: Attempt): Promise<PinContent | undefined> => {
  const { deployment, project, log, signal } = attempt;
  if ((project.deploy_type !== "CID" && project.deploy_type !== "IPNS") || deployment.cid === null) return undefined;
  if (!deps.pinning.isConnected || (await isHere(deps, project.team_id, deployment.cid))) return undefined;
  log.say(messages.fetching(deployment.cid));
  const timeout = AbortSignal.timeout(hashFetchMinutesMax * 60_000);
  const progress = createProgress((bytes) => log.say(messages.fetched(bytes)));
  try {
    return await deps.pinning.fetch(project.team_id, deployment.cid, {
      signal: AbortSignal.any([signal, timeout]),
      onBytes: progress.note,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new DeploymentEnd("timeout", messages.fetchTimeout(hashFetchMinutesMax));
    throw error instanceof Unpinnable ? new DeploymentEnd("failure", error.message) : error;
  } finally {
    progress.end();
  }
};

const isHere = async ({ engines, contentOwners }: HostingContext, teamId: string, cid: string): Promise<boolean> => {
  const { blocks, database } = engines;
  const root = CID.parse(cid);
  const isReadable = (await contentOwners.readableBy(database.db, teamId, [root])).size > 0;
  return isReadable && (await blocks.resolve(root, [])) !== undefined;
};

/** Reports progress every few seconds, and once at the end. */
const createProgress = (say: (bytes: number) => void) => {
  let [bytes, reported] = [0, 0];
  const report = (): void => {
    if (bytes === reported) return;
    reported = bytes;
    say(bytes);
  };
  const stop = repeat(progressEveryMs, report);
  return {
    note: (now: number): void => {
      bytes = now;
    },
    end: (): void => {
      stop();
      report();
    },
  };
};
