import {
  nameServiceOf,
  type NameDomain,
  type NameDomainState,
} from "../../../../../resources/hosting/name-services.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { shortenHash } from "../../../lib/format/shorten.ts";
import type { Column } from "../../../ui/data-table-types.ts";
import { StatusTag } from "../../../ui/status-tag.tsx";

/** The project only where there are several. */
export const nameColumns = (shown: { readonly project: boolean }): readonly Column<NameDomain>[] => [
  { key: "domain", title: "Name", cell: ({ domain }) => <span title={domain}>{domain}</span> },
  { key: "type", title: "Service", cell: ({ type }) => nameServiceOf(type).name, width: "170px" },
  ...(shown.project
    ? [
        {
          key: "projectName",
          title: "Project",
          cell: ({ projectName }: NameDomain) => <span title={projectName}>{projectName}</span>,
          width: "16%",
        },
      ]
    : []),
  {
    key: "content",
    title: "Leads to",
    cell: ({ content }) => (
      <span className="fh-mono" title={content}>
        {shortenContent(content)}
      </span>
    ),
    width: "210px",
    wideOnly: true,
  },
  {
    key: "state",
    title: "State",
    cell: ({ state, message }) => (
      <span title={message}>
        <StatusTag state={state} label={stateWords[state]} />
      </span>
    ),
    width: "150px",
  },
  {
    key: "checkedAt",
    title: "Checked",
    cell: ({ checkedAt }) =>
      checkedAt === undefined ? <span className="fh-muted">–</span> : <Moment seconds={checkedAt} />,
    width: "150px",
    wideOnly: true,
  },
];

const stateWords: Readonly<Record<NameDomainState, string>> = {
  pending: "Record missing",
  valid: "Verified",
  invalid: "Leads elsewhere",
};

const shortenContent = (content: string): string => {
  const [space, root = ""] = content.split("://");
  return `${space}://${shortenHash(root)}`;
};
