import { useNavigate } from "react-router";
import { href } from "../../../../../resources/href.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { build } from "../../../../../resources/hosting/projects.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import type { Project } from "./live-card.tsx";

/** Builds the branch as it is now. Projects from files are deployed by dropping them. */
export const DeployButton = ({ project: { id, name, deployType } }: { readonly project: Project }) => {
  const navigate = useNavigate();
  const allows = useAllows();
  const { act, acting } = useAct(build, {
    onDone: ({ taskId }) => void navigate(href(deployments, "show", { projName: name, id, taskId })),
  });
  if (deployType !== "REPOSITORY" || !allows("edit", "projects")) return null;
  return (
    <Button icon="rocket" busy={acting} onClick={() => void act({ params: { id }, body: {} })}>
      Deploy
    </Button>
  );
};
