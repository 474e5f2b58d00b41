import type { Row } from "../../../../../resources/define.ts";
import { deployments } from "../../../../../resources/hosting/deployments.ts";
import { cell } from "../../../framework/widgets/cell.tsx";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatMoment, formatRelative } from "../../../lib/format/date.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import type { Fact } from "../../../ui/description-list.tsx";
import { Duration } from "./duration.tsx";

export type Deployment = Row<typeof deployments>;

/** What is known of a deployment, in reading order; what does not apply is left out. */
export const factsOf = (deployment: Deployment): Fact[] => {
  const { startedAt, durationSeconds, endedAt, branch, commit, author, cid, domain, fileCount, sizeBytes } = deployment;
  const facts: (Fact | undefined)[] = [
    {
      label: "Duration",
      value: <Duration startedAt={startedAt} seconds={durationOf(startedAt, endedAt, durationSeconds)} />,
    },
    { label: "Started by", value: cell(deployments.fields.trigger, deployment.trigger) },
    branch ? { label: "Branch", value: branch } : undefined,
    commit
      ? { label: "Commit", value: <CopyText text={commit} shown={commit.slice(0, 8)} label="commit" /> }
      : undefined,
    author ? { label: "Author", value: author } : undefined,
    fileCount === undefined ? undefined : { label: "Output", value: sizeText(fileCount, sizeBytes ?? 0) },
    cid ? { label: "CID", value: <CopyText text={cid} shown={shortenHash(cid)} label="CID" /> } : undefined,
    domain ? { label: "Address of these files", value: <Address address={domain} /> } : undefined,
    {
      label: "Created",
      value: <span title={formatMoment(deployment.createdAt)}>{formatRelative(deployment.createdAt)}</span>,
    },
  ];
  return facts.filter((fact) => fact !== undefined);
};

/** An ended build that never began took no time at all. */
const durationOf = (startedAt?: number, endedAt?: number, seconds?: number): number | undefined =>
  seconds ?? (endedAt !== undefined && startedAt === undefined ? 0 : undefined);

const sizeText = (files: number, bytes: number): string =>
  `${files.toLocaleString("en")} ${files === 1 ? "file" : "files"}, ${formatBytes(bytes)}`;

const Address = ({ address }: { readonly address: string }) => (
  <a href={address} target="_blank" rel="noreferrer">
    {shortenAddress(address)}
  </a>
);

/** A CID in an address is long: its head and tail say enough. */
const shortenAddress = (address: string): string =>
  address.replace(/^https?:\/\//, "").replace(/\b(\w{10})\w{30,}(\w{6})\b/, "$1…$2");
