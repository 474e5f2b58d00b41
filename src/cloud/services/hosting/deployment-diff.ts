import { diffFilesMax } from "../../../../resources/limits.ts";
import type { FileChange } from "../../../../resources/hosting/deployment-calls.ts";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import { diffSettings, type SettingsDiff } from "./deployment-settings.ts";
import { diffTrees } from "./diff-trees.ts";
import type { Deployment } from "./queue.ts";

type Compared = Pick<Deployment, "state" | "cid" | "settings">;

export interface DeploymentDiff extends SettingsDiff {
  /** By path, at most 1,000. */
  readonly files: FileChange[];
  /** Of all files that differ. */
  readonly counts: Record<FileChange["change"], number>;
  readonly more: boolean;
}

/** What changed from one deployment to another. Files are compared where both published some. */
export const diffDeployments = async (
  blocks: Pick<Blocks, "list">,
  before: Compared,
  after: Compared,
): Promise<DeploymentDiff> => {
  const [old, now] = [publishedBy(before), publishedBy(after)];
  const files = old && now ? await diffTrees(blocks, old, now) : [];
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const { change } of files) counts[change] += 1;
  return {
    ...diffSettings(before.settings, after.settings),
    files: files.slice(0, diffFilesMax),
    counts,
    more: files.length > diffFilesMax,
  };
};

/** Root of a deployment's files. A queued redeploy holds a CID before it has published anything. */
export const publishedBy = ({ state, cid }: Pick<Deployment, "state" | "cid">): string | undefined =>
  state === "success" ? (cid ?? undefined) : undefined;
