import { deployHooks } from "../../../../../../resources/hosting/hooks.ts";
import { ListCard } from "../../../../framework/pages/list-card.tsx";
import type { Cells } from "../../../../framework/pages/record-list.tsx";
import { Moment } from "../../../../framework/widgets/cell.tsx";
import type { Project } from "../live-card.tsx";
import { branchMenu, useBranches } from "../use-branches.ts";

/** URLs that deploy a branch when called. */
export const DeployHooks = ({ project }: { readonly project: Project }) => {
  const { id, currentBranch = "" } = project;
  return (
    <ListCard
      resource={deployHooks}
      params={{ id }}
      cells={cells}
      form={{
        initial: { branch: currentBranch },
        overrides: { branch: branchMenu(useBranches(project), currentBranch) },
        below: {
          branch: ({ branch }) => (
            <p className="fh-muted">
              {branch === currentBranch ? "Deploys to the live site." : "Deploys to this branch's preview."}
            </p>
          ),
        },
      }}
    />
  );
};

const cells: Cells<typeof deployHooks> = {
  usedAt: ({ usedAt }) =>
    usedAt === undefined ? <span className="fh-muted">Never</span> : <Moment seconds={usedAt} />,
};
