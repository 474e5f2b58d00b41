import type { LedgerReport } from "../../../../resources/operator/ledger.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { formatWhole } from "../../lib/format/count.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { formatAmount, unitLabel } from "./format-amount.ts";
import styles from "./operator-ledger.module.css";

type Hold = LedgerReport["holds"]["items"][number];
type Debt = LedgerReport["owing"]["items"][number];

/** Amounts held for running work, oldest first. Hidden if there are none. */
export const Holds = ({ holds: { items, total } }: Pick<LedgerReport, "holds">) =>
  total > 0 && (
    <Card title="Held" text={shownOf("Oldest", items.length, total)} flush>
      <DataTable<Hold> label="Held" columns={holdColumns} rows={items} rowKey={({ id }) => id} />
    </Card>
  );

/** Teams in debt, largest debt first. Hidden if there are none. */
export const Debts = ({ owing: { items, total } }: Pick<LedgerReport, "owing">) =>
  total > 0 && (
    <Card title="Teams in debt" text={shownOf("Largest", items.length, total)} flush>
      <DataTable<Debt> label="Teams in debt" columns={debtColumns} rows={items} rowKey={({ teamId }) => teamId} />
    </Card>
  );

const shownOf = (which: string, shown: number, total: number): string | undefined =>
  shown < total ? `${which} ${formatWhole(shown)} of ${formatWhole(total)}.` : undefined;

const holdColumns: readonly Column<Hold>[] = [
  { key: "team", title: "Team", cell: ({ team }) => team },
  { key: "reason", title: "Reason", cell: ({ reason }) => reason, width: "200px", wideOnly: true },
  { key: "since", title: "Since", cell: ({ since }) => <Moment seconds={since} />, width: "160px", wideOnly: true },
  {
    key: "until",
    title: "Expires",
    cell: ({ until }) => <Moment seconds={until} />,
    width: "160px",
    wideOnly: true,
  },
  {
    key: "amount",
    title: "Amount",
    cell: ({ amount, unit }) => (
      <span className={styles.amount}>{`${formatAmount(amount, unit)} ${unitLabel(unit)}`}</span>
    ),
    width: "260px",
    align: "end",
  },
];

const debtColumns: readonly Column<Debt>[] = [
  { key: "team", title: "Team", cell: ({ team }) => team },
  {
    key: "amount",
    title: "Debt",
    cell: ({ amount }) => <span className={styles.amount}>{`${formatAmount(amount, "LAND")} LAND`}</span>,
    width: "300px",
    align: "end",
  },
];
