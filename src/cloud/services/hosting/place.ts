import { siteFiles } from "../../engines/platforms/site-files.ts";
import { PlatformError, type Placed } from "../../engines/platforms/platforms.ts";
import { platformLabels } from "../../../../resources/hosting/platforms.ts";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";
import type { Attempt } from "./attempt.ts";
import { DeploymentEnd } from "./ends.ts";
import type { Parts } from "./parts.ts";
import { sentences } from "./sentences.ts";

/** Sends a deployment's files to the platform its project chose; nothing to do where that is IPFS. */
export const placeAtPlatform = async (
  { engines }: Parts,
  { deployment, project, log, signal }: Attempt,
  tree: ImportedTree,
): Promise<Placed | undefined> => {
  if (deployment.platform === "IPFS") return undefined;
  const platform = engines.platforms.get(deployment.platform);
  if (!platform) throw new DeploymentEnd("failure", sentences.notConnected(platformLabels[deployment.platform]));
  const site = { label: project.label, cid: tree.cid, files: await siteFiles(engines.blocks, tree.cid) };
  try {
    const placed = await platform.publish(site, { signal, say: log.say });
    log.say(sentences.placed(platformLabels[deployment.platform], placed.address));
    return placed;
  } catch (error) {
    throw error instanceof PlatformError ? new DeploymentEnd("failure", error.message) : error;
  }
};
