import type { ReactNode } from "react";
import type { Row } from "../../../../../resources/define.ts";
import { href } from "../../../../../resources/href.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { Link } from "react-router";
import { cell } from "../../../framework/widgets/cell.tsx";
import { formatMoment, formatRelative } from "../../../lib/format/date.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Card } from "../../../ui/card.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DescriptionList, type Fact } from "../../../ui/description-list.tsx";
import styles from "./project.module.css";

export type Project = Row<typeof projects>;

/** The site's address and what stands behind it. */
export const LiveCard = ({ project }: { readonly project: Project }) => (
  <Card>
    <div className={styles.live}>
      <span className={project.online ? styles.online : styles.offline}>
        {project.online ? "Online" : "Not online yet"}
      </span>
      <p className={styles.address}>
        <CopyText text={project.mainLink} shown={withoutScheme(project.mainLink)} label="address" />
      </p>
    </div>
    <DescriptionList facts={factsOf(project)} />
  </Card>
);

const factsOf = (project: Project): Fact[] => {
  const facts: (Fact | undefined)[] = [
    { label: "State", value: project.state ? cell(projects.fields.state, project.state) : "Nothing deployed yet" },
    { label: "Source", value: sourceOf(project) },
    project.currentBranch ? { label: "Branch", value: project.currentBranch } : undefined,
    project.latest ? { label: "Latest deployment", value: <Latest project={project} /> } : undefined,
    project.hash
      ? { label: "CID", value: <CopyText text={project.hash} shown={shortenHash(project.hash)} label="CID" /> }
      : undefined,
    {
      label: "Created",
      value: <time title={formatMoment(project.createdAt)}>{formatRelative(project.createdAt)}</time>,
    },
  ];
  return facts.filter((fact) => fact !== undefined);
};

const sourceOf = ({ repo, deployType }: Project): ReactNode =>
  repo ? `${repo.namespace}/${repo.name}` : { UPLOAD: "Uploaded files", REPOSITORY: "Repository", CID: "Hash", TEMPLATE: "Template" }[deployType];

const Latest = ({ project: { id, name, latest } }: { readonly project: Project }) => (
  <Link to={href(deployments, "show", { projName: name, id, taskId: latest!.taskId })}>
    {formatRelative(latest!.createdAt)}
  </Link>
);

const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, "").replace(/\/$/, "");
