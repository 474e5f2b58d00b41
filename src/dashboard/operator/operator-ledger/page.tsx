import { formatMoneyExactly } from "../../../../resources/money.ts";
import { Link } from "react-router";
import { ledgerReport, type LedgerReport } from "../../../../resources/operator/ledger.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { formatWhole, countOf } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Tiles } from "../../ui/panels/tiles.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { Column } from "../../ui/table/data-table-types.ts";
import { formatAmount } from "./format-amount.ts";
import styles from "./operator-ledger.module.css";
import { Empty } from "../../ui/states/empty.tsx";
import { TwoLines } from "../../ui/panels/two-lines.tsx";
import { accountLabel } from "./account-labels.ts";
import { operatorDeposits } from "../../../../resources/operator/deposits.ts";
import { operatorPurchases } from "../../../../resources/operator/purchases.ts";
import { Banner } from "../../ui/states/banner.tsx";

/** /operator/ledger: the ledger, recomputed from all its transfers. */
export const Component = () => {
  const { data, error, reload } = useCall(ledgerReport);
  return (
    <>
      <PageHeader
        title="Ledger"
        text="Double-entry ledger of LAND and points, recomputed from all transfers on each visit."
        actions={
          <Button icon="refresh" onClick={reload}>
            Check again
          </Button>
        }
      />
      {error && !data && <ErrorState message={error.message} onRetry={reload} />}
      {!data && !error && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      {data && <Report report={data} />}
    </>
  );
};

const Report = ({ report }: { readonly report: LedgerReport }) => (
  <div className="fh-stack">
    <Verdict report={report} />
    <Tiles
      tiles={[
        {
          title: "Transfers",
          value: formatWhole(report.transfers),
          icon: "history",
          note: (
            <>
              Checked <Moment seconds={report.checkedAt} />
            </>
          ),
        },
        { title: "Held", value: formatWhole(report.holds.total), unit: "holds", icon: "clock" },
        { title: "In debt", value: formatWhole(report.owing.total), unit: "teams", icon: "alert" },
        { title: "Unassigned", value: formatWhole(unassigned(report)), unit: "payments", icon: "wallet" },
      ]}
    />
    <TrialBalance report={report} />
    <Holds holds={report.holds} />
    <Debts owing={report.owing} />
  </div>
);

const unassigned = ({ suspense }: LedgerReport): number => suspense.deposits + suspense.purchases;

type Hold = LedgerReport["holds"]["items"][number];
type Debt = LedgerReport["owing"]["items"][number];

/** Amounts held for running work, oldest first. Hidden if there are none. */
const Holds = ({ holds: { items, total } }: Pick<LedgerReport, "holds">) =>
  total > 0 && (
    <Card title="Held" text={shownOf("Oldest", items.length, total)} flush>
      <DataTable<Hold> label="Held" columns={holdColumns} rows={items} rowKey={({ id }) => id} />
    </Card>
  );

/** Teams in debt, largest debt first. Hidden if there are none. */
const Debts = ({ owing: { items, total } }: Pick<LedgerReport, "owing">) =>
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
    cell: ({ amount, unit }) => <span className={styles.amount}>{formatAmount(amount, unit)}</span>,
    width: "260px",
    align: "end",
  },
];

const debtColumns: readonly Column<Debt>[] = [
  { key: "team", title: "Team", cell: ({ team }) => team },
  {
    key: "amount",
    title: "Debt",
    cell: ({ amount }) => <span className={styles.amount}>{formatMoneyExactly(amount)}</span>,
    width: "300px",
    align: "end",
  },
];

interface Line {
  readonly name: string;
  readonly code?: string;
  readonly unit: "LAND" | "POINT";
  readonly accounts?: number;
  readonly balance: string;
  readonly held?: string;
}

/** All accounts with their balances by unit, and the totals. */
const TrialBalance = ({ report }: { readonly report: LedgerReport }) => (
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
    return lines.length === 0
      ? []
      : [...lines, { name: `Sum of all ${unit === "POINT" ? "points" : unit}`, unit, balance: sums[unit] }];
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
      <span className={code === undefined ? styles.sum : styles.amount}>{formatAmount(balance, unit)}</span>
    ),
    width: "360px",
    align: "end",
  },
];

/** Shows whether the ledger is balanced, or lists its errors. */
const Verdict = ({ report }: { readonly report: LedgerReport }) => (
  <>
    {report.isSound ? (
      <Banner kind="success" icon="check" title="The ledger is balanced: all accounts sum to zero.">
        Every balance equals its transfers and holds, and none is below its limit.
      </Banner>
    ) : (
      <Banner kind="danger" title="The ledger is not balanced.">
        <ul>
          {problemsOf(report).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        Don't change anything manually. Create a backup and compare it with the previous one.
      </Banner>
    )}
    {report.suspense.deposits > 0 && (
      <Unassigned what={countOf(report.suspense.deposits, "deposit")} list={operatorDeposits.routes.list} />
    )}
    {report.suspense.purchases > 0 && (
      <Unassigned what={countOf(report.suspense.purchases, "purchase")} list={operatorPurchases.routes.list} />
    )}
  </>
);

/** Unassigned payments, with a link to assign them. */
const Unassigned = ({ what, list }: { readonly what: string; readonly list: string }) => (
  <Banner kind="warning" title={`${what} for an unknown account.`}>
    <Link to={`${list}?status=SUSPENSE`}>Assign to a team</Link>
  </Banner>
);

const problemsOf = ({ sums, wrongAccounts, expiredHolds }: LedgerReport): string[] => [
  ...(sums.LAND === "0" ? [] : [`The sum of all accounts is ${formatMoneyExactly(sums.LAND)}, not zero.`]),
  ...(sums.POINT === "0" ? [] : [`The sum of all accounts is ${formatAmount(sums.POINT, "POINT")}, not zero.`]),
  ...wrongAccounts.map((account) => `${account} is not the sum of its transfers, or is below its limit.`),
  ...(expiredHolds === 0 ? [] : [`${countOf(expiredHolds, "hold")} expired but not released.`]),
];
