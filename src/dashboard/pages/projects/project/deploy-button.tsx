import { useState } from "react";
import { useNavigate } from "react-router";
import { href } from "../../../../../resources/href.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { build } from "../../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { BranchDialog } from "./branch-dialog.tsx";
import { filesId } from "./deploy-files.tsx";
import type { Project } from "./live-card.tsx";

/** Deploys a new version: the current branch, another branch, the hash or template, or other files. */
export const DeployButton = ({ project }: { readonly project: Project }) => {
  const { id, name, deployType, currentBranch = "" } = project;
  const navigate = useNavigate();
  const allows = useAllows();
  const [picking, setPicking] = useState(false);
  const { act, acting } = useAct(build, {
    onDone: ({ taskId }) => void navigate(href(deployments, "show", { projName: name, id, taskId })),
  });
  if (!allows("edit", "projects")) return null;
  if (deployType === "UPLOAD") return <UploadButton project={project} />;
  const deploy = (branch?: string) => void act({ params: { id }, body: branch === undefined ? {} : { branch } });
  return (
    <div className="fh-row">
      <Button icon="rocket" busy={acting} onClick={() => deploy()}>
        Deploy
      </Button>
      {deployType === "REPOSITORY" && (
        <Menu
          label="More deploy options"
          groups={[
            [
              { label: `Deploy ${currentBranch}`, icon: "rocket", onSelect: () => deploy() },
              { label: "Deploy another branch", icon: "git", onSelect: () => setPicking(true) },
            ],
          ]}
        >
          <Icon name="chevron-down" size={18} />
        </Menu>
      )}
      {picking && (
        <BranchDialog
          project={project}
          onClose={() => setPicking(false)}
          onPicked={(branch) => {
            setPicking(false);
            deploy(branch);
          }}
        />
      )}
    </div>
  );
};

/** Scrolls to the file upload. */
const UploadButton = ({ project: { id, name: projName } }: { readonly project: Project }) => {
  const navigate = useNavigate();
  const showUpload = async () => {
    await navigate(href(projects, "show", { projName, id }), { replace: true, preventScrollReset: true });
    requestAnimationFrame(() =>
      document.getElementById(filesId)?.scrollIntoView({ behavior: "smooth", block: "center" }),
    );
  };
  return (
    <Button icon="upload" onClick={() => void showUpload()}>
      Deploy files
    </Button>
  );
};
