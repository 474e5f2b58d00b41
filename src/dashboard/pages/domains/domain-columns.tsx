import { domains } from "../../../../resources/hosting/domains.ts";
import { cell, Moment } from "../../framework/widgets/cell.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { StatusTag } from "../../ui/status-tag.tsx";
import type { Domain } from "./domain-list.tsx";
import type { ShownDomain } from "./source.ts";

const { fields } = domains;

export const nameColumn: Column<ShownDomain> = {
  key: "domain",
  title: "Domain",
  cell: ({ domain, unicode = domain }) => <span title={domain}>{unicode}</span>,
};

export const stateColumn: Column<ShownDomain> = { key: "state", title: "Status", cell: stateOf, width: "160px" };

export const certificateColumn: Column<ShownDomain> = {
  key: "certificate",
  title: "Certificate",
  cell: (row) => <span title={row.certificateMessage}>{cell(fields.certificate, row.certificate)}</span>,
  width: "130px",
};

export const addedColumn: Column<ShownDomain> = {
  key: "createdAt",
  title: "Added",
  cell: ({ createdAt }) => <Moment seconds={createdAt} />,
  width: "164px",
  wideOnly: true,
};

/** Returns the columns of the list, without those that don't apply. */
export const columnsFor = (shown: {
  readonly project: boolean;
  readonly certificate: boolean;
}): readonly Column<Domain>[] => [
  nameColumn,
  ...(shown.project
    ? [
        {
          key: "projectName",
          title: "Target",
          cell: ({ projectName }: Domain) => <span title={projectName}>{projectName}</span>,
          width: "16%",
        },
      ]
    : []),
  stateColumn,
  ...(shown.certificate ? [certificateColumn] : []),
  { key: "redirect", title: "Redirects to", cell: redirectOf, width: "20%" },
  addedColumn,
];

/** Status of a domain. Warns if it is still served but the last DNS check failed. */
function stateOf({ state, valid, message }: ShownDomain) {
  return (
    <span title={message}>
      {valid && message !== undefined ? <StatusTag state="warning" label="Check DNS" /> : cell(fields.state, state)}
    </span>
  );
}

const redirectOf = ({ redirect }: Domain) =>
  redirect ? (
    <span title={redirect.redirectTo}>
      {redirect.redirectTo} <span className="fh-muted">({redirect.code})</span>
    </span>
  ) : (
    <span className="fh-muted">–</span>
  );
