import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import { deployments } from "../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { noWorkerOffers } from "../../../../resources/hosting/builds/no-worker.ts";
import { endedStates } from "../../../../resources/hosting/states.ts";
import { href } from "../../../../resources/declare/href.ts";
import { queuePollMs } from "../../../../resources/limits.ts";
import { useRecord } from "../../framework/data/use-record.ts";
import { listOf, RecordError } from "../../framework/pages/record-error.tsx";
import { useRecordActions } from "../../framework/pages/use-record-actions.ts";
import { classNames } from "../../lib/class-names.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Spinner } from "../../ui/states/spinner.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import { useBuildLog } from "../flows/build-log/use-build-log.ts";
import { BuildLog } from "./build/build-log.tsx";
import { titleOf } from "./cells.tsx";
import { firstErrorIn } from "./build/first-error.ts";
import { plainText } from "../../ui/log/ansi.ts";
import { factsOf, furtherFactsOf, type Deployment } from "./build/facts.tsx";
import { stagesOf, type Stage } from "./build/stages-of.ts";
import styles from "./build/stages.module.css";

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
  const log = useBuildLog(taskId);
  const { lines } = log;
  const failed = record?.state === "failure";
  // A log grows in place, so its length is the dependency.
  // oxlint-disable-next-line react/exhaustive-deps
  const errorAt = useMemo(() => (failed ? firstErrorIn(lines) : undefined), [failed, lines, lines.length]);
  if (error && !record)
    return <RecordError what="Deployment" list={listOf(deployments)} error={error} onRetry={reload} />;
  const running = record === undefined || !endedStates.includes(record.state);
  return (
    <>
      <PageHeader
        title={titleOf({ message: record?.message ?? "", taskId })}
        beside={record && <StatusTag state={record.live ? "live" : record.state} />}
        actions={record && <DeploymentActions deployment={record} />}
      />
      <div className="fh-stack">
        {record && <Notices deployment={record} errorLine={errorAt === undefined ? "" : lines[errorAt]!.content} />}
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
              content: (
                <BuildLog
                  log={log}
                  running={running}
                  errorAt={errorAt}
                  fileName={`${projName}-${taskId.slice(0, 8)}`}
                />
              ),
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

interface NoticesProps {
  readonly deployment: Deployment;
  /** Of the log; empty if there is none. */
  readonly errorLine: string;
}

const Notices = ({ deployment: { state, errorMessage, queuePosition, missingTags }, errorLine }: NoticesProps) => (
  <>
    {errorMessage && state === "cancelled" && <Banner icon="stop">{errorMessage}</Banner>}
    {errorMessage && state !== "cancelled" && (
      <Banner kind="danger" title="This deployment did not go live">
        {errorMessage}
        {errorLine !== "" && <code className={styles.error}>{plainText(errorLine).trim()}</code>}
      </Banner>
    )}
    {missingTags && <Banner kind="warning">{noWorkerOffers(missingTags)}</Banner>}
    {!missingTags && queuePosition !== undefined && queuePosition > 1 && (
      <Banner icon="clock">Position {queuePosition} in the queue. The build starts automatically.</Banner>
    )}
  </>
);

/** Progress and details of a deployment. */
const DeploymentStatus = ({ deployment }: { readonly deployment: Deployment }) => (
  <Card className={styles.status}>
    <Stages deployment={deployment} />
    <DescriptionList facts={factsOf(deployment)} />
    <details>
      <summary>{deployment.settings ? "Platform and build settings" : "Platform"}</summary>
      <DescriptionList facts={furtherFactsOf(deployment)} />
    </details>
  </Card>
);

/** Stages of a deployment with their progress. */
const Stages = ({ deployment }: { readonly deployment: Deployment }) => (
  <ol className={styles.stages} aria-label="Progress">
    {stagesOf(deployment).map((stage) => (
      <li
        key={stage.label}
        className={classNames(styles.stage, styles[stage.is])}
        aria-current={stage.is === "active" ? "step" : undefined}
      >
        <span className={styles.dot}>
          <StageMark stage={stage} />
        </span>
        {stage.label}
      </li>
    ))}
  </ol>
);

const StageMark = ({ stage }: { readonly stage: Stage }) => {
  switch (stage.is) {
    case "active":
      return <Spinner />;
    case "passed":
      return <Icon name="check" size={13} />;
    case "failed":
      return <Icon name="close" size={13} />;
    case "cancelled":
      return <Icon name="stop" size={13} />;
    case "ahead":
      return null;
  }
};

/** Actions of a deployment. Redeploy opens the new build. Visit appears once the deployment is served. */
const DeploymentActions = ({ deployment }: { readonly deployment: Deployment }) => {
  const { projectName: projName, projectId: id } = deployment;
  const navigate = useNavigate();
  const { record: project } = useRecord(projects, id);
  const toProject = href(projects, "show", { projName, id });
  const actions = useRecordActions(deployments, {
    onActed: (_name, reply) => {
      const taskId = (reply as { taskId?: string } | null)?.taskId;
      if (taskId) void navigate(href(deployments, "show", { projName, id, taskId }));
    },
    onDeleted: () => void navigate(toProject, { replace: true }),
  });
  return (
    <>
      <LinkButton to={toProject}>View project</LinkButton>
      {actions(deployment).map(({ label, danger, onSelect }) => (
        <Button key={label} kind={danger ? "danger" : "secondary"} onClick={onSelect}>
          {label}
        </Button>
      ))}
      <Visit deployment={deployment} site={project?.mainLink} />
    </>
  );
};

/** Links to the deployment's own host name if it has one, otherwise to its CID. */
const Visit = ({ deployment, site }: { readonly deployment: Deployment; readonly site: string | undefined }) => {
  const { inProduction, previewUrl, domain, state } = deployment;
  const address = inProduction ? site : (previewUrl ?? domain);
  if (address === undefined || state !== "success") return null;
  return (
    <LinkButton kind="primary" icon="external" to={address}>
      Visit
    </LinkButton>
  );
};
