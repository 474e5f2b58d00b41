import { domains } from "../../../../resources/hosting/domains.ts";
import { cell, Moment } from "../../framework/widgets/cell.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { StatusTag } from "../../ui/status-tag.tsx";
import type { Domain } from "./domain-list.tsx";

const { fields } = domains;

/** Columns of the list; those that say nothing here are left out. */
export const columnsFor = (shown: {
  readonly project: boolean;
  readonly certificate: boolean;
}): readonly Column<Domain>[] => [
  { key: "domain", title: "Domain", cell: ({ domain, unicode = domain }) => <span title={domain}>{unicode}</span> },
  ...(shown.project
    ? [
        {
          key: "projectName",
          title: "Leads to",
          cell: ({ projectName }: Domain) => <span title={projectName}>{projectName}</span>,
          width: "16%",
        },
      ]
    : []),
  {
    key: "state",
    title: "State",
    cell: stateOf,
    width: "160px",
  },
  ...(shown.certificate
    ? [
        {
          key: "certificate",
          title: "Certificate",
          cell: (row: Domain) => (
            <span title={row.certificateMessage}>{cell(fields.certificate, row.certificate)}</span>
          ),
          width: "130px",
        },
      ]
    : []),
  { key: "redirect", title: "Redirects to", cell: redirectOf, width: "20%" },
  {
    key: "createdAt",
    title: "Added",
    cell: ({ createdAt }) => <Moment seconds={createdAt} />,
    width: "164px",
    wideOnly: true,
  },
];

/** A name that is still served but was last found elsewhere says so. */
const stateOf = ({ state, valid, message }: Domain) => (
  <span title={message}>
    {valid && message !== undefined ? <StatusTag state="warning" label="Check DNS" /> : cell(fields.state, state)}
  </span>
);

const redirectOf = ({ redirect }: Domain) =>
  redirect ? (
    <span title={redirect.redirectTo}>
      {redirect.redirectTo} <span className="fh-muted">({redirect.code})</span>
    </span>
  ) : (
    <span className="fh-muted">–</span>
  );
