/** What a project's site shows, beside its latest build. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Row } from "../../../../../resources/declare/define.ts";
import { deploymentLog } from "../../../../../resources/hosting/deployment-calls.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { href } from "../../../../../resources/declare/href.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useRecord } from "../../../framework/data/use-record.ts";
import { formatRelative } from "../../../lib/format/date.ts";
import { plainText } from "../../../ui/log/ansi.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { StatusTag } from "../../../ui/states/status-tag.tsx";
import { originOf, titleOf } from "../../deployments/cells.tsx";
import type { Deployment } from "../../deployments/build/facts.tsx";
import { firstErrorIn } from "../../deployments/build/first-error.ts";
import styles from "./project.module.css";

interface BuildsProps {
  readonly project: Row<typeof projects>;
}

/** The live deployment and the latest one, which differ while it builds, and after a failure, a rollback or a promotion. */
export const Builds = ({ project }: BuildsProps) => {
  const { live, latest } = project;
  const isSame = latest?.taskId === live?.taskId;
  return (
    <div className={styles.builds}>
      <Side title={projects.fields.live.label}>
        {live ? <Summary taskId={live.taskId} /> : <p className="fh-muted">Nothing is live yet.</p>}
      </Side>
      <Side title={projects.fields.latest.label}>
        {latest && !isSame && <Summary taskId={latest.taskId} />}
        {latest && isSame && <p className="fh-muted">Same as live deployment</p>}
        {!latest && <p className="fh-muted">None</p>}
      </Side>
    </div>
  );
};

const Side = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.build} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

const failures: readonly string[] = ["failure", "timeout"];

const Summary = ({ taskId }: { readonly taskId: string }) => {
  const { record } = useRecord(deployments, taskId);
  if (!record) return <Skeleton lines={2} />;
  return (
    <>
      <p className="fh-row">
        <StatusTag state={record.inProduction ? "live" : record.state} />
        <Link to={pageOf(record)} className="fh-ellipsis">
          {titleOf(record)}
        </Link>
      </p>
      <p className="fh-muted">
        {[originOf(record), record.branch, formatRelative(record.createdAt)].filter(Boolean).join(" · ")}
      </p>
      {failures.includes(record.state) && <Failure deployment={record} />}
    </>
  );
};

/** Why a deployment failed: the first line of its log that tells an error, and the way to it. */
const Failure = ({ deployment }: { readonly deployment: Deployment }) => {
  const { taskId, errorMessage } = deployment;
  const { data } = useCall(deploymentLog, { params: { taskId }, query: { after: 0 } });
  const found = data && firstErrorIn(data.items);
  const line = found === undefined ? errorMessage : plainText(data!.items[found]!.content).trim();
  return (
    <div className={styles.failure} role="note" aria-label="First error">
      <code>{line}</code>
      <LinkButton size="small" to={pageOf(deployment)}>
        Open log
      </LinkButton>
    </div>
  );
};

const pageOf = ({ projectName: projName, projectId: id, taskId }: Deployment): string =>
  href(deployments, "show", { projName, id, taskId });
