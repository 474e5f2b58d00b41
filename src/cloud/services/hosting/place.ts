import { siteFiles } from "../../engines/platforms/site-files.ts";
import { PlatformError, type Placed } from "../../engines/platforms/platforms.ts";
import { platformLabels, type Platform } from "../../../../resources/hosting/platforms.ts";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";
import type { Attempt } from "./attempt.ts";
import { DeploymentEnd } from "./ends.ts";
import type { HostingContext } from "./deps.ts";
import { messages } from "./messages.ts";

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
