import type { LedgerReport } from "../../../../resources/operator/ledger.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { TwoLines } from "../../ui/two-lines.tsx";
import { accountLabel } from "./account-labels.ts";
import { formatAmount, unitLabel } from "./format-amount.ts";
import styles from "./operator-ledger.module.css";

interface Line {
  readonly name: string;
  readonly code?: string;
  readonly unit: "LAND" | "POINT";
  readonly accounts?: number;
  readonly balance: string;
  readonly held?: string;
}

/** All accounts with their balances by unit, and the totals. */
export const TrialBalance = ({ report }: { readonly report: LedgerReport }) => (
  <Card
    title="Trial balance"
    text="External accounts are negative and receiving accounts positive. The total is always zero."
    flush
  >
    <DataTable<Line>
      label="Trial balance"
      columns={columns}
      rows={linesOf(report)}
      rowKey={({ name, unit }) => `${name} ${unit}`}
      empty={<Empty icon="book" title="No transfers yet" text="Accounts appear with the first deposit or bonus." />}
    />
  </Card>
);

const linesOf = ({ totals, sums }: LedgerReport): Line[] =>
  (["LAND", "POINT"] as const).flatMap((unit) => {
    const lines = totals
      .filter((total) => total.unit === unit)
      .map(({ account, ...total }): Line => ({ ...total, name: accountLabel(account), code: account }));
    return lines.length === 0 ? [] : [...lines, { name: `Sum of all ${unitLabel(unit)}`, unit, balance: sums[unit] }];
  });

const columns: readonly Column<Line>[] = [
  {
    key: "name",
    title: "Account",
    cell: ({ name, code }) =>
      code === undefined ? (
        <strong>{name}</strong>
      ) : (
        <TwoLines first={name} second={code === name ? undefined : code} />
      ),
  },
  {
    key: "accounts",
    title: "Accounts",
    cell: ({ accounts }) => (accounts === undefined ? "" : formatWhole(accounts)),
    width: "110px",
    align: "end",
    wideOnly: true,
  },
  {
    key: "held",
    title: "Held",
    cell: ({ held, unit }) => (held === undefined || held === "0" ? "" : formatAmount(held, unit)),
    width: "220px",
    align: "end",
    wideOnly: true,
  },
  {
    key: "balance",
    title: "Balance",
    cell: ({ balance, unit, code }) => (
      <span
        className={code === undefined ? styles.sum : styles.amount}
      >{`${formatAmount(balance, unit)} ${unitLabel(unit)}`}</span>
    ),
    width: "360px",
    align: "end",
  },
];
