import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Row } from "../../../../../resources/define.ts";
import { href } from "../../../../../resources/href.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { platformLabels } from "../../../../../resources/hosting/platforms.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { cell, optionLabel } from "../../../framework/widgets/cell.tsx";
import { formatMoment, formatRelative } from "../../../lib/format/date.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Card } from "../../../ui/card.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DescriptionList, type Fact } from "../../../ui/description-list.tsx";
import { DomainNames } from "./domain-names.tsx";
import styles from "./project.module.css";

export type Project = Row<typeof projects>;

/** Who keeps a repository. */
export const providerNames = { LOCAL: "This cloud", GITHUB: "GitHub", URL: "A public address" } as const;

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
      <DomainNames projectId={project.id} />
    </div>
    <DescriptionList facts={factsOf(project)} />
  </Card>
);

const factsOf = (project: Project): Fact[] => {
  const facts: (Fact | undefined)[] = [
    { label: "State", value: project.state ? cell(projects.fields.state, project.state) : "Nothing deployed yet" },
    { label: "Source", value: sourceOf(project) },
    project.currentBranch ? { label: "Branch", value: project.currentBranch } : undefined,
    project.ipfsPath
      ? {
          label: project.deployType === "IPNS" ? "IPNS name" : "Hash",
          value: <CopyText text={project.ipfsPath} shown={shortenHash(project.ipfsPath)} label="hash" />,
        }
      : undefined,
    project.ipnsResolve
      ? {
          label: project.ipnsAuto ? "Leads to (followed)" : "Leads to",
          value: <CopyText text={project.ipnsResolve} shown={shortenHash(project.ipnsResolve)} label="path" />,
        }
      : undefined,
    { label: "Platform", value: platformLabels[project.platform] },
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

const sourceOf = ({ repo, deployType, cli }: Project): ReactNode => {
  if (repo) return `${repo.namespace}/${repo.name}`;
  return cli && deployType === "UPLOAD" ? "Command line" : optionLabel(projects.fields.deployType, deployType);
};

const Latest = ({ project: { id, name, latest } }: { readonly project: Project }) => (
  <Link to={href(deployments, "show", { projName: name, id, taskId: latest!.taskId })}>
    {formatRelative(latest!.createdAt)}
  </Link>
);

const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, "").replace(/\/$/, "");
