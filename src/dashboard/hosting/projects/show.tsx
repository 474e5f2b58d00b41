import { lazy } from "react";
import { useParams } from "react-router";
import { deployments } from "../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { useRecord } from "../../framework/data/use-record.ts";
import { HistoryButton } from "../../framework/pages/history.tsx";
import { relatedTo } from "../../framework/pages/related.tsx";
import { RecordList } from "../../framework/pages/record-list.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { listOf, RecordError } from "../../framework/pages/record-error.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import { deploymentCells } from "../deployments/cells.tsx";
import { BuildCost } from "./new-project/deploy-cost.tsx";
import { DeployButton } from "./project/deploy-button.tsx";
import { DeployFiles } from "./project/deploy-files.tsx";
import { LiveCard, type Project } from "./project/live-card.tsx";
import { Previews } from "./project/previews.tsx";
import { PushCard } from "./project/push-card.tsx";
import { Usage } from "./project/usage.tsx";

const Analytics = lazy(() =>
  import("./project/analytics/analytics.tsx").then((module) => ({ default: module.Analytics })),
);
const Domains = lazy(() =>
  import("../domains/project-domains.tsx").then(({ ProjectDomains }) => ({ default: ProjectDomains })),
);
const Settings = lazy(() => import("./project/settings/settings.tsx").then((module) => ({ default: module.Settings })));

/** /hosting/project/{projName}/{id}: the site, its deployments and its settings. */
export const Component = () => {
  const { id = "" } = useParams();
  return <ProjectPage key={id} id={id} />;
};

const ProjectPage = ({ id }: { readonly id: string }) => {
  const { projName = "" } = useParams();
  const { record: project, error, reload } = useRecord(projects, id);
  if (error && !project) return <RecordError what="Project" list={listOf(projects)} error={error} onRetry={reload} />;
  return (
    <>
      <PageHeader
        title={project?.name ?? projName}
        actions={
          project && (
            <>
              <HistoryButton resource={projects} id={project.id} />
              <DeployButton project={project} />
              {project.online && (
                <LinkButton kind="primary" icon="external" to={project.mainLink}>
                  Visit
                </LinkButton>
              )}
            </>
          )
        }
      />
      {project ? (
        <Tabs
          label="Project"
          tabs={[
            { label: "Overview", content: <Overview project={project} /> },
            { label: "Analytics", content: <Analytics project={project} /> },
            { label: "Domains", content: <Domains project={project} /> },
            { label: "Settings", content: <Settings project={project} /> },
          ]}
        />
      ) : (
        <Card>
          <Skeleton lines={7} />
        </Card>
      )}
    </>
  );
};

const Overview = ({ project }: { readonly project: Project }) => {
  const allows = useAllows();
  const mayDeploy = allows("edit", "projects");
  return (
    <div className="fh-stack">
      <LiveCard project={project} />
      <Usage id={project.id} deployments={project.deployments} />
      {mayDeploy && project.deployType === "UPLOAD" && (
        <DeployFiles projectId={project.id} projName={project.name} platform={project.platform} />
      )}
      {mayDeploy && project.deployType === "REPOSITORY" && <BuildCost projectId={project.id} />}
      <Previews project={project} />
      <h2>Deployments</h2>
      <RecordList {...relatedTo(projects, project, deployments)} cells={deploymentCells} bare />
      {mayDeploy && project.repo?.provider === "LOCAL" && project.hookSwitch && (
        <PushCard
          cloneUrl={project.repo.cloneUrl}
          branch={project.currentBranch ?? "main"}
          previews={project.previews ?? false}
        />
      )}
    </div>
  );
};
