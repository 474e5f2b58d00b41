import { platformLabels } from "../../../../../../resources/hosting/platforms.ts";
import { projects } from "../../../../../../resources/hosting/projects.ts";
import { useAllows } from "../../../../framework/use-allows.ts";
import { optionLabel } from "../../../../framework/widgets/cell.tsx";
import { Card } from "../../../../ui/card.tsx";
import { CopyText } from "../../../../ui/copy-text.tsx";
import { DescriptionList } from "../../../../ui/description-list.tsx";
import type { Project } from "../live-card.tsx";
import { BuildCard } from "./build-card.tsx";
import { HashCard } from "./hash-card.tsx";
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
