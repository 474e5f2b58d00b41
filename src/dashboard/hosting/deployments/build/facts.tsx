import type { Row } from "../../../../../resources/declare/define.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { cell } from "../../../framework/widgets/cell.tsx";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { countOf } from "../../../lib/format/count.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import type { Fact } from "../../../ui/panels/description-list.tsx";
import { Duration, secondsOf } from "./duration.tsx";

export type Deployment = Row<typeof deployments>;

const { fields } = deployments;

/** Returns the main details. Omits details that don't apply. */
export const factsOf = (deployment: Deployment): Fact[] => {
  const { startedAt, branch, commit, author, cid, fileCount, sizeBytes, previewUrl } = deployment;
  const facts: (Fact | undefined)[] = [
    { label: "Duration", value: <Duration startedAt={startedAt} seconds={secondsOf(deployment)} /> },
    { label: fields.trigger.label, value: cell(fields.trigger, deployment.trigger) },
    branch ? { label: fields.branch.label, value: branch } : undefined,
    commit
      ? { label: "Commit", value: <CopyText text={commit} shown={commit.slice(0, 8)} label="commit" /> }
      : undefined,
    author ? { label: fields.author.label, value: author } : undefined,
    fileCount === undefined ? undefined : { label: "Output", value: sizeText(fileCount, sizeBytes ?? 0) },
    cid ? { label: "CID", value: <CopyText text={cid} shown={shortenHash(cid)} label="CID" /> } : undefined,
    previewUrl ? { label: fields.previewUrl.label, value: cell(fields.previewUrl, previewUrl) } : undefined,
    { label: fields.createdAt.label, value: cell(fields.createdAt, deployment.createdAt) },
  ];
  return facts.filter((fact) => fact !== undefined);
};

const built = ["rootDirectory", "installCommand", "buildCommand", "outputDirectory"] as const;

/** Returns platform and build settings of the deployment. The project's current settings can differ. */
export const furtherFactsOf = ({ target, platform, platformUrl, arHash, domain, settings }: Deployment): Fact[] => [
  { label: fields.target.label, value: cell(fields.target, target) },
  { label: fields.platform.label, value: cell(fields.platform, platform) },
  ...(platformUrl ? [{ label: fields.platformUrl.label, value: cell(fields.platformUrl, platformUrl) }] : []),
  ...(arHash
    ? [{ label: fields.arHash.label, value: <CopyText text={arHash} shown={shortenHash(arHash)} label="hash" /> }]
    : []),
  ...(domain ? [{ label: "Deployment URL", value: <Address address={domain} /> }] : []),
  ...(settings ? settingFacts(settings) : []),
];

const settingFacts = (settings: NonNullable<Deployment["settings"]>): Fact[] => [
  { label: projects.fields.framework.label, value: cell(projects.fields.framework, settings.framework) },
  { label: projects.fields.nodeVersion.label, value: settings.nodeVersion },
  ...built.map((key) => ({ label: projects.fields[key].label, value: cell(projects.fields[key], settings[key]) })),
  { label: projects.fields.env.label, value: cell(projects.fields.buildCommand, settings.env.join(", ")) },
];

const sizeText = (files: number, bytes: number): string => `${countOf(files, "file")}, ${formatBytes(bytes)}`;

const Address = ({ address }: { readonly address: string }) => (
  <a href={address} target="_blank" rel="noreferrer">
    {shortenAddress(address)}
  </a>
);

/** Shortens a CID in a URL. */
const shortenAddress = (address: string): string =>
  address.replace(/^https?:\/\//, "").replace(/\b(\w{10})\w{30,}(\w{6})\b/, "$1…$2");
