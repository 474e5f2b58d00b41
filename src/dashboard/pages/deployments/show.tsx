import { lazy, Suspense, type ReactNode } from "react";
import { useParams } from "react-router";
import { deployments } from "../../../../resources/hosting/deployments.ts";
import { endedStates } from "../../../../resources/hosting/states.ts";
import { queuePollMs } from "../../../../resources/limits.ts";
import { useRecord } from "../../framework/data/use-record.ts";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { listOf, RecordError } from "../../framework/pages/record-error.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusTag } from "../../ui/status-tag.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { BuildLog } from "./build/build-log.tsx";
import { DeploymentActions } from "./build/deployment-actions.tsx";
import type { Deployment } from "./build/facts.tsx";
import { DeploymentStatus } from "./build/deployment-status.tsx";

const Files = lazy(async () => ({ default: (await import("./files/files.tsx")).Files }));
const Changes = lazy(async () => ({ default: (await import("./changes/changes.tsx")).Changes }));

/** /hosting/build/{projName}/{id}/{taskId}: a deployment with status, log, files and changes. */
export const Component = () => {
  const { projName = "", taskId = "" } = useParams();
  return <DeploymentPage key={taskId} projName={projName} taskId={taskId} />;
};

interface DeploymentPageProps {
  readonly projName: string;
  readonly taskId: string;
}

const DeploymentPage = ({ projName, taskId }: DeploymentPageProps) => {
  const { record, error, reload } = useRecord(deployments, taskId, { pollMs: pollMsOf });
  if (error && !record)
    return <RecordError what="Deployment" list={listOf(deployments)} error={error} onRetry={reload} />;
  const running = record === undefined || !endedStates.includes(record.state);
  return (
    <>
      <PageHeader
        title={record?.message || `Deployment of ${projName}`}
        beside={record && <StatusTag state={record.live ? "live" : record.state} />}
        actions={record && <DeploymentActions deployment={record} />}
      />
      <div className="fh-stack">
        {record && <Notices deployment={record} />}
        {record ? (
          <DeploymentStatus deployment={record} />
        ) : (
          <Card>
            <Skeleton lines={4} />
          </Card>
        )}
        <Tabs
          label="Deployment"
          tabs={[
            {
              label: "Log",
              content: <BuildLog taskId={taskId} running={running} fileName={`${projName}-${taskId.slice(0, 8)}`} />,
            },
            { label: "Files", content: <Lazy>{record && <Files deployment={record} />}</Lazy> },
            { label: "Changes", content: <Lazy>{record && <Changes deployment={record} />}</Lazy> },
          ]}
        />
      </div>
    </>
  );
};

const pollMsOf = (record: Deployment | undefined): number | false => (record?.state === "queued" ? queuePollMs : false);

const Lazy = ({ children }: { readonly children: ReactNode }) => (
  <Suspense fallback={<Skeleton lines={6} />}>{children}</Suspense>
);

const Notices = ({ deployment: { state, errorMessage, queuePosition } }: { readonly deployment: Deployment }) => (
  <>
    {errorMessage && state === "cancelled" && <Banner icon="stop">{errorMessage}</Banner>}
    {errorMessage && state !== "cancelled" && (
      <Banner kind="danger" title="This deployment did not go live">
        {errorMessage}
      </Banner>
    )}
    {queuePosition !== undefined && queuePosition > 1 && (
      <Banner icon="clock">Position {queuePosition} in the queue. The build starts automatically.</Banner>
    )}
  </>
);
