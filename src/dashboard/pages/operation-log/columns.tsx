import { actionLabel } from "../../../../resources/account/operation-actions.ts";
import { operationLog } from "../../../../resources/account/operation-log.ts";
import type { Row } from "../../../../resources/define.ts";
import { Moment, optionLabel } from "../../framework/widgets/cell.tsx";
import { formatMoment } from "../../lib/format/date.ts";
import type { Column } from "../../ui/data-table-types.ts";
import { TwoLines } from "../../ui/two-lines.tsx";
import { nameOf, shownAddress } from "./labels.ts";

export type Operation = Row<typeof operationLog>;

const { fields } = operationLog;

/** Columns: action, user, role, IP address and time. */
export const columns: readonly Column<Operation>[] = [
  {
    key: "action",
    title: "Action",
    cell: (row) => <TwoLines first={actionLabel(row.action)} second={<span title={row.target}>{row.target}</span>} />,
  },
  {
    key: "who",
    title: "User",
    width: "21%",
    cell: (row) => (
      <TwoLines
        first={<span title={row.address || undefined}>{nameOf(row)}</span>}
        second={row.userName === "" || nameOf(row) === shownAddress(row) ? "" : shownAddress(row)}
      />
    ),
  },
  {
    key: "role",
    title: "Role",
    width: "104px",
    cell: ({ role }) =>
      role ? <span className="fh-pill">{optionLabel(fields.role, role)}</span> : <span className="fh-muted">–</span>,
  },
  {
    key: "from",
    title: "IP address",
    width: "16%",
    cell: ({ via, ip }) => <TwoLines first={optionLabel(fields.via, via)} second={<span title={ip}>{ip}</span>} />,
  },
  {
    key: "when",
    title: "Time",
    width: "188px",
    cell: ({ createdAt }) => <TwoLines first={<Moment seconds={createdAt} />} second={formatMoment(createdAt)} />,
  },
];
