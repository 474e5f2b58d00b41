import { useNavigate, useParams } from "react-router";
import { href } from "../../../../resources/href.ts";
import { deployments } from "../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { endedStates } from "../../../../resources/hosting/states.ts";
import { useRecord } from "../../framework/data/use-record.ts";
import { useRecordActions } from "../../framework/pages/use-record-actions.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";
import { BuildLog } from "./build/build-log.tsx";
import { factsOf, type Deployment } from "./build/facts.tsx";
import { Stages } from "./build/stages.tsx";

/** /hosting/build/{projName}/{id}/{taskId}: one deployment, its state and its log. */
export const Component = () => {
  const { projName = "", id = "", taskId = "" } = useParams();
  return <BuildPage key={taskId} projName={projName} projectId={id} taskId={taskId} />;
};

interface BuildPageProps {
  readonly projName: string;
  readonly projectId: string;
  readonly taskId: string;
}

const BuildPage = ({ projName, projectId, taskId }: BuildPageProps) => {
  const { record, error, reload } = useRecord(deployments, taskId);
  if (error && !record) return <ErrorState message={error.message} onRetry={reload} />;
  return (
    <>
      <PageHeader
        title={record?.message || `Deployment of ${projName}`}
        beside={record && <StatusTag state={record.state} {...(record.live && { label: "Live" })} />}
        actions={record && <Actions deployment={record} projName={projName} projectId={projectId} />}
      />
      <div className="fh-stack">
        {record?.errorMessage && (
          <Banner kind="danger" title="This deployment did not go live">
            {record.errorMessage}
          </Banner>
        )}
        {record?.queuePosition !== undefined && record.queuePosition > 1 && (
          <Banner icon="clock">Number {record.queuePosition} in the queue. It starts by itself.</Banner>
        )}
        <Card>{record ? <Standing deployment={record} /> : <Skeleton lines={5} />}</Card>
        <BuildLog taskId={taskId} running={record === undefined || !endedStates.includes(record.state)} />
      </div>
    </>
  );
};

const Standing = ({ deployment }: { readonly deployment: Deployment }) => (
  <div className="fh-stack">
    <Stages state={deployment.state} began={deployment.startedAt !== undefined} />
    <DescriptionList facts={factsOf(deployment)} />
  </div>
);

interface ActionsProps {
  readonly deployment: Deployment;
  readonly projName: string;
  readonly projectId: string;
}

/** Redeploy opens the new build; Visit is there once something is served. */
const Actions = ({ deployment, projName, projectId }: ActionsProps) => {
  const navigate = useNavigate();
  const { record: project } = useRecord(projects, projectId);
  const actions = useRecordActions(deployments, {
    onActed: (_name, reply) => {
      const taskId = (reply as { taskId?: string } | null)?.taskId;
      if (taskId) void navigate(href(deployments, "show", { projName, id: projectId, taskId }));
    },
  });
  const address = deployment.live ? project?.mainLink : deployment.domain;
  return (
    <>
      <LinkButton to={href(projects, "show", { projName, id: projectId })}>Project</LinkButton>
      {actions(deployment).map(({ label, danger, onSelect }) => (
        <Button key={label} kind={danger ? "danger" : "secondary"} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {address !== undefined && deployment.state === "success" && (
        <LinkButton kind="primary" icon="external" to={address}>
          Visit
        </LinkButton>
      )}
    </>
  );
};
