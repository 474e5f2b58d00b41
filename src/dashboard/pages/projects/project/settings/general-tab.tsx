import { useNavigate } from "react-router";
import { deployments } from "../../../../../../resources/hosting/deployments.ts";
import { platformLabels } from "../../../../../../resources/hosting/platforms.ts";
import { editSource } from "../../../../../../resources/hosting/project-calls.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import { href } from "../../../../../../resources/href.ts";
import { isNamePath } from "../../../../flows/deploy/values.ts";
import { FormCard, ownForm } from "../../../../framework/forms/form.tsx";
import { useAllows } from "../../../../framework/use-allows.ts";
import { optionLabel } from "../../../../framework/widgets/cell.tsx";
import { Card } from "../../../../ui/card.tsx";
import { CopyText } from "../../../../ui/copy-text.tsx";
import { DescriptionList } from "../../../../ui/description-list.tsx";
import type { Project } from "../live-card.tsx";
import { BuildCard } from "./build-card.tsx";
import { TemplateCard } from "./template-card.tsx";

/** Details and source settings of a project. */
export const GeneralTab = ({ project }: { readonly project: Project }) => {
  const mayEdit = useAllows()("edit", "projects");
  return (
    <div className="fh-stack">
      <Card title="Project" text="Name, address and platform can't be changed.">
        <DescriptionList
          facts={[
            { label: "Name", value: project.name },
            { label: "Address", value: <CopyText text={project.mainLink} label="address" /> },
            { label: "Platform", value: platformLabels[project.platform] },
            { label: "Source", value: optionLabel(projects.fields.deployType, project.deployType) },
            { label: "Project ID", value: <CopyText text={project.id} label="project ID" /> },
          ]}
        />
      </Card>
      {mayEdit && project.deployType === "REPOSITORY" && <BuildCard project={project} />}
      {mayEdit && ["CID", "IPNS"].includes(project.deployType) && <HashCard project={project} />}
      {mayEdit && project.deployType === "TEMPLATE" && <TemplateCard project={project} />}
    </div>
  );
};

const { ipfsPath, ipnsAuto } = projects.fields;
const isName = (values: Pick<Project, "ipfsPath">) => isNamePath(values.ipfsPath ?? "");

/** The project's hash or IPNS name. Saving deploys the new content. */
const HashCard = ({ project: { id, name, ...stored } }: { readonly project: Project }) => {
  const navigate = useNavigate();
  return (
    <FormCard
      title="Source"
      text="Saving deploys the new content. The live site is unchanged until the deployment completes."
      form={ownForm({ ipfsPath, ipnsAuto }, (values, send) => {
        const body = isName(values) ? values : { ipfsPath: values.ipfsPath };
        return send(editSource, { params: { id }, body });
      })}
      initial={{ ipfsPath: stored.ipfsPath, ipnsAuto: stored.ipnsAuto ?? true }}
      hidden={(values) => (isName(values) ? [] : ["ipnsAuto"])}
      submit={(values) => (isName(values) ? "Deploy name" : "Deploy hash")}
      icon="rocket"
      done=""
      onSaved={({ taskId }) => void navigate(href(deployments, "show", { projName: name, id, taskId }))}
    />
  );
};
