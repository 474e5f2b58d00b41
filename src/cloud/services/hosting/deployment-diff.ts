import type { Blocks } from "../../engines/blocks/blocks.ts";
import { diffOf, type TreeDiff } from "../diff-trees.ts";
import { diffSettings, type SettingsDiff } from "./deployment-settings.ts";
import type { Deployment } from "./queue.ts";

type Compared = Pick<Deployment, "state" | "cid" | "settings">;

export interface DeploymentDiff extends SettingsDiff, TreeDiff {}

/** What changed from one deployment to another. Files are compared where both published some. */
export const diffDeployments = async (
  blocks: Pick<Blocks, "list">,
  before: Compared,
  after: Compared,
): Promise<DeploymentDiff> => ({
  ...diffSettings(before.settings, after.settings),
  ...(await diffOf(blocks, publishedBy(before), publishedBy(after))),
});

/** Root of a deployment's files. A queued redeploy holds a CID before it has published anything. */
export const publishedBy = ({ state, cid }: Pick<Deployment, "state" | "cid">): string | undefined =>
  state === "success" ? (cid ?? undefined) : undefined;
