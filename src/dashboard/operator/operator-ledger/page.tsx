import { formatMoneyExactly } from "../../../../resources/money.ts";
import { Link } from "react-router";
import { exact, shown } from "../../../../resources/declare/special-fields.ts";
import { defineRows } from "../../../../resources/declare/rows.ts";
import { debts, holds as holdList, ledgerReport, type LedgerReport } from "../../../../resources/operator/ledger.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { RowTable, type RowCells } from "../../framework/pages/row-table.tsx";
import { Moment } from "../../framework/widgets/cell.tsx";
import { formatWhole, countOf } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Tiles } from "../../ui/panels/tiles.tsx";
import { formatAmount } from "./format-amount.ts";
import styles from "./operator-ledger.module.css";
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
      <RowTable list={holdList} rows={items} cells={holdCells} />
    </Card>
  );

/** Teams in debt, largest debt first. Hidden if there are none. */
const Debts = ({ owing: { items, total } }: Pick<LedgerReport, "owing">) =>
  total > 0 && (
    <Card title="Teams in debt" text={shownOf("Largest", items.length, total)} flush>
      <RowTable list={debts} rows={items} cells={debtCells} />
    </Card>
  );

const shownOf = (which: string, shown: number, total: number): string | undefined =>
  shown < total ? `${which} ${formatWhole(shown)} of ${formatWhole(total)}.` : undefined;

const holdCells: RowCells<Hold> = {
  amount: ({ amount, unit }) => <span className={styles.amount}>{formatAmount(amount, unit)}</span>,
};
const debtCells: RowCells<Debt> = {
  amount: ({ amount }) => <span className={styles.amount}>{formatMoneyExactly(amount)}</span>,
};

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
    <RowTable list={trialBalance} rows={linesOf(report)} cells={lineCells} />
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

const trialBalance = defineRows({
  label: "Trial balance",
  fields: {
    name: shown("Account"),
    unit: shown("Unit"),
    accounts: exact("Accounts"),
    held: shown("Held"),
    balance: shown("Balance"),
  },
  key: ["name", "unit"],
  columns: {
    name: {},
    accounts: { width: "110px", wideOnly: true },
    held: { width: "220px", align: "end", wideOnly: true },
    balance: { width: "360px", align: "end" },
  },
  empty: { icon: "book", title: "No transfers yet", text: "Accounts appear with the first deposit or bonus." },
});

/** The sums have no accounts and no code. */
const lineCells: RowCells<Line> = {
  name: ({ name, code }) =>
    code === undefined ? <strong>{name}</strong> : <TwoLines first={name} second={code === name ? undefined : code} />,
  accounts: ({ accounts }) => (accounts === undefined ? "" : formatWhole(accounts)),
  held: ({ held, unit }) => (held === undefined || held === "0" ? "" : formatAmount(held, unit)),
  balance: ({ balance, unit, code }) => (
    <span className={code === undefined ? styles.sum : styles.amount}>{formatAmount(balance, unit)}</span>
  ),
};

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
