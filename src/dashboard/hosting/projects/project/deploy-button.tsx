import { useState } from "react";
import { useNavigate } from "react-router";
import { text } from "../../../../../resources/declare/fields.ts";
import { href } from "../../../../../resources/declare/href.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { build } from "../../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callForm, FormDialog } from "../../../framework/forms/form.tsx";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button } from "../../../ui/button.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu/menu.tsx";
import { BuildCost } from "../new-project/deploy-cost.tsx";
import { filesId } from "./deploy-files.tsx";
import type { Project } from "./live-card.tsx";
import { branchMenu, useBranches } from "./use-branches.ts";

/** Deploys a new version: the current branch, another branch, the hash or template, or other files. */
export const DeployButton = ({ project }: { readonly project: Project }) => {
  const { id, name, deployType, currentBranch = "" } = project;
  const navigate = useNavigate();
  const allows = useAllows();
  const [picking, setPicking] = useState(false);
  const open = ({ taskId }: { readonly taskId: string }) =>
    void navigate(href(deployments, "show", { projName: name, id, taskId }));
  const { act, acting } = useAct(build, { done: "Deployment queued", onDone: open });
  if (!allows("edit", "projects")) return null;
  if (deployType === "UPLOAD") return <UploadButton project={project} />;
  const deploy = async () => {
    const text = againTexts[deployType];
    if (text && !(await dialogs.confirm({ title: `Deploy ${name} again?`, text, ok: "Deploy" }))) return;
    await act({ params: { id }, body: {} });
  };
  return (
    <div className="fh-row">
      <Button icon="rocket" busy={acting} onClick={() => void deploy()}>
        Deploy
      </Button>
      {deployType === "REPOSITORY" && (
        <Menu
          label="More deploy options"
          groups={[
            [
              { label: `Deploy ${currentBranch}`, icon: "rocket", onSelect: () => void deploy() },
              { label: "Deploy another branch", icon: "git", onSelect: () => setPicking(true) },
            ],
          ]}
        >
          <Icon name="chevron-down" size={18} />
        </Menu>
      )}
      {picking && <BranchDialog project={project} onClose={() => setPicking(false)} onQueued={open} />}
    </div>
  );
};

/** Sources without a version to choose: nothing on the screen says what a click deploys. */
const againTexts: Partial<Record<Project["deployType"], string>> = {
  TEMPLATE:
    "Publishes the template with its saved values, and replaces the live site. Change the values under General.",
  CID: "Publishes the same content, and replaces the live site. Change the CID under General.",
  IPNS: "Publishes the current target of the IPNS name, and replaces the live site.",
};

interface BranchDialogProps {
  readonly project: Project;
  readonly onClose: () => void;
  readonly onQueued: (deployment: { readonly taskId: string }) => void;
}

const branch = text("Branch", { min: 1, max: 200 });

/** Deploys a branch, to the live site or to a preview. */
const BranchDialog = ({ project, onClose, onQueued }: BranchDialogProps) => {
  const { id, currentBranch = "" } = project;
  const names = useBranches(project);
  const initial = names?.find((name) => name !== currentBranch) ?? currentBranch;
  return (
    <FormDialog
      title="Deploy branch"
      form={callForm(build, { params: { id }, fields: { branch }, draft: false })}
      initial={{ branch: initial }}
      overrides={{ branch: branchMenu(names, initial) }}
      below={{
        branch: (values) => (
          <p className="fh-muted">
            {values.branch === currentBranch
              ? "Deploys to the live site."
              : "Deploys to a preview URL. The live site is unchanged."}
          </p>
        ),
      }}
      note={() => <BuildCost projectId={id} />}
      submit="Deploy branch"
      icon="rocket"
      done="Deployment queued"
      onSaved={onQueued}
      onClose={onClose}
    />
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
