import type { Blocks } from "../../engines/blocks/blocks.ts";
import { diffOf, type TreeDiff } from "../diff-trees.ts";
import { diffSettings, type SettingsDiff } from "./deployment-settings.ts";
import type { Deployment } from "./queue.ts";

type Compared = Pick<Deployment, "state" | "cid" | "settings">;

export interface DeploymentDiff extends SettingsDiff, TreeDiff {}

/** Returns the differences between two deployments. Files are compared if both published some. */
export const diffDeployments = async (
  blocks: Pick<Blocks, "list">,
  before: Compared,
  after: Compared,
): Promise<DeploymentDiff> => ({
  ...diffSettings(before.settings, after.settings),
  ...(await diffOf(blocks, publishedBy(before), publishedBy(after))),
});

/** Returns the root of a deployment's files. A queued redeploy has a CID before it has published anything. */
export const publishedBy = ({ state, cid }: Pick<Deployment, "state" | "cid">): string | undefined =>
  state === "success" ? (cid ?? undefined) : undefined;
