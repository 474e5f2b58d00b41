import {
  nameServiceOf,
  type NameDomain,
  type NameDomainState,
} from "../../../../../resources/hosting/name-services.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { shortenHash } from "../../../lib/format/shorten.ts";
import type { Column } from "../../../ui/data-table-types.ts";
import { StatusTag } from "../../../ui/status-tag.tsx";

/** Columns of on-chain names, with the project if the list shows several. */
export const nameColumns = (shown: { readonly project: boolean }): readonly Column<NameDomain>[] => [
  { key: "domain", title: "Name", cell: ({ domain }) => <span title={domain}>{domain}</span> },
  { key: "type", title: "Service", cell: ({ type }) => nameServiceOf(type).name, width: "150px" },
  ...(shown.project
    ? [
        {
          key: "projectName",
          title: "Project",
          cell: ({ projectName }: NameDomain) => <span title={projectName}>{projectName}</span>,
          width: "13%",
        },
      ]
    : []),
  {
    key: "content",
    title: "Target",
    cell: ({ content }) => (
      <span className="fh-mono" title={content}>
        {shortenContent(content)}
      </span>
    ),
    width: "236px",
    wideOnly: true,
  },
  {
    key: "state",
    title: "Status",
    cell: ({ state, message }) => (
      <span title={message}>
        <StatusTag {...stateLabel[state]} />
      </span>
    ),
    width: "150px",
  },
  {
    key: "checkedAt",
    title: "Checked",
    cell: ({ checkedAt }) =>
      checkedAt === undefined ? <span className="fh-muted">–</span> : <Moment seconds={checkedAt} />,
    width: "164px",
    wideOnly: true,
  },
];

/** Labels for status tags. Pending is a warning, because only the owner can set the record. */
const stateLabel: Readonly<Record<NameDomainState, { readonly state: string; readonly label: string }>> = {
  pending: { state: "warning", label: "Record missing" },
  valid: { state: "valid", label: "Verified" },
  invalid: { state: "invalid", label: "Different target" },
};

const shortenContent = (content: string): string => {
  const [space, root = ""] = content.split("://");
  return `${space}://${shortenHash(root)}`;
};
