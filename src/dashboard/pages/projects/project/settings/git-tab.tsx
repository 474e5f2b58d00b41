import { deployHooks } from "../../../../../../resources/hosting/hooks.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import { FormCard, recordForm } from "../../../../framework/forms/form.tsx";
import { ListCard } from "../../../../framework/pages/list-card.tsx";
import type { Cells } from "../../../../framework/pages/record-list.tsx";
import { useAllows } from "../../../../framework/use-allows.ts";
import { Moment } from "../../../../framework/widgets/cell.tsx";
import { Card } from "../../../../ui/card.tsx";
import { CopyText } from "../../../../ui/copy-text.tsx";
import { DescriptionList } from "../../../../ui/description-list.tsx";
import { type Project, providerNames } from "../live-card.tsx";
import { Previews } from "../previews.tsx";
import { branchMenu, useBranches } from "../use-branches.ts";
import { SettingSwitch } from "./setting-switch.tsx";

/** Repository, branch, deploy hooks and previews. */
export const GitTab = ({ project }: { readonly project: Project }) => {
  const mayEdit = useAllows()("edit", "projects");
  const { repo } = project;
  return (
    <div className="fh-stack">
      {repo && (
        <Card title="Repository">
          <DescriptionList
            facts={[
              { label: "Repository", value: `${repo.namespace}/${repo.name}` },
              { label: "Provider", value: providerNames[repo.provider] },
              { label: "Address", value: <CopyText text={repo.cloneUrl} label="repository address" /> },
            ]}
          />
        </Card>
      )}
      <BranchCard project={project} mayEdit={mayEdit} />
      {repo?.provider !== "URL" && (
        <Card title="Deploy on push">
          <div className="fh-stack">
            <SettingSwitch
              project={project}
              field="hookSwitch"
              hint={`Each push to ${project.currentBranch ?? "the branch"} is built and deployed.`}
              disabled={!mayEdit}
            />
            <SettingSwitch project={project} field="previews" disabled={!mayEdit || !project.hookSwitch} />
          </div>
        </Card>
      )}
      <DeployHooks project={project} />
      <Previews project={project} empty />
    </div>
  );
};

const BranchCard = ({ project, mayEdit }: { readonly project: Project; readonly mayEdit: boolean }) => (
  <FormCard
    title="Branch"
    text="The branch of the live site. Applied from the next deployment. An existing preview of this branch is removed."
    form={recordForm(projects, "edit", { id: project.id, only: ["currentBranch"] })}
    initial={project}
    overrides={{ currentBranch: branchMenu(useBranches(project), project.currentBranch) }}
    readOnly={!mayEdit}
  />
);

/** URLs that deploy a branch when called. */
const DeployHooks = ({ project }: { readonly project: Project }) => {
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
