import { domains } from "../../../../resources/hosting/domains.ts";
import { cell, Moment } from "../../framework/widgets/cell.tsx";
import type { Column } from "../../ui/data-table-types.ts";
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
          title: "Project",
          cell: ({ projectName }: Domain) => <span title={projectName}>{projectName}</span>,
          width: "16%",
        },
      ]
    : []),
  {
    key: "state",
    title: "State",
    cell: (row) => <span title={row.message}>{cell(fields.state, row.state)}</span>,
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
    width: "152px",
    wideOnly: true,
  },
];

const redirectOf = ({ redirect }: Domain) =>
  redirect ? (
    <span title={redirect.redirectTo}>
      {redirect.redirectTo} <span className="fh-muted">({redirect.code})</span>
    </span>
  ) : (
    <span className="fh-muted">–</span>
  );
