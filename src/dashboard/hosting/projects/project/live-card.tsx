import { lazy, Suspense, useState, type ReactNode } from "react";
import type { Row } from "../../../../../resources/declare/define.ts";
import { domains } from "../../../../../resources/hosting/domains/domains.ts";
import { platformLabels } from "../../../../../resources/hosting/platforms.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useRecords } from "../../../framework/data/use-records.ts";
import { cell, optionLabel } from "../../../framework/widgets/cell.tsx";
import { formatMoment, formatRelative } from "../../../lib/format/date.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { DescriptionList, type Fact } from "../../../ui/panels/description-list.tsx";
import { Builds } from "./builds.tsx";
import { ProjectImage } from "../project-image.tsx";
import styles from "./project.module.css";

export type Project = Row<typeof projects>;

/** Labels of repository providers. */
export const providerNames = { LOCAL: "Freehold", GITHUB: "GitHub", URL: "Public URL" } as const;

/** The site's URL and details. */
export const LiveCard = ({ project }: { readonly project: Project }) => (
  <Card>
    <div className={styles.live}>
      <div className={styles.image}>
        <ProjectImage project={project} />
      </div>
      <div className={styles.site}>
        {cell(projects.fields.production, project.production)}
        <p className={styles.address}>
          <CopyText text={project.mainLink} shown={withoutScheme(project.mainLink)} label="address" />
        </p>
        <DomainNames projectId={project.id} />
        {project.online && <QrButton project={project} />}
      </div>
    </div>
    <Builds project={project} />
    <DescriptionList facts={factsOf(project)} />
  </Card>
);

const QrCode = lazy(() => import("../../../ui/panels/qr-code.tsx").then((module) => ({ default: module.QrCode })));

/** Opens the QR code of the site's address, for phones. */
const QrButton = ({ project: { name, mainLink } }: { readonly project: Project }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Show QR code
      </Button>
      {isOpen && (
        <Dialog title={withoutScheme(mainLink)} width={500} onClose={() => setOpen(false)}>
          <Suspense>
            <QrCode text={mainLink} name={name} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
};

const factsOf = (project: Project): Fact[] => {
  const facts: (Fact | undefined)[] = [
    { label: "Source", value: sourceOf(project) },
    project.currentBranch ? { label: "Branch", value: project.currentBranch } : undefined,
    project.ipfsPath
      ? {
          label: project.deployType === "IPNS" ? "IPNS name" : "IPFS path",
          value: <CopyText text={project.ipfsPath} shown={shortenHash(project.ipfsPath)} label="path" />,
        }
      : undefined,
    project.ipnsResolve
      ? {
          label: project.ipnsAuto ? "Resolved path (followed)" : "Resolved path",
          value: <CopyText text={project.ipnsResolve} shown={shortenHash(project.ipnsResolve)} label="path" />,
        }
      : undefined,
    { label: "Platform", value: platformLabels[project.platform] },
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

const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** The site's custom domains. */
const DomainNames = ({ projectId }: { readonly projectId: string }) => {
  const { rows = [] } = useRecords(domains, { size: domains.list.limit, filters: { projectId } });
  const served = rows.filter(({ valid, redirect }) => valid && !redirect);
  if (served.length === 0) return null;
  return (
    <ul className={styles.domains} aria-label="Domains">
      {served.map(({ domainId, domain, unicode = domain, certificate }) => (
        <li key={domainId}>
          <a href={`${certificate === "valid" ? "https" : "http"}://${domain}`} target="_blank" rel="noreferrer">
            {unicode}
          </a>
        </li>
      ))}
    </ul>
  );
};
