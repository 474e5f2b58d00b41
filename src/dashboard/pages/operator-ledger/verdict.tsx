import { Link } from "react-router";
import { operatorDeposits } from "../../../../resources/operator/deposits.ts";
import { operatorPurchases } from "../../../../resources/operator/purchases.ts";
import type { LedgerReport } from "../../../../resources/operator/ledger.ts";
import { countOf } from "../../lib/format/count.ts";
import { Banner } from "../../ui/banner.tsx";
import { formatAmount } from "./format-amount.ts";

/** Shows whether the ledger is balanced, or lists its errors. */
export const Verdict = ({ report }: { readonly report: LedgerReport }) => (
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
  ...(sums.LAND === "0" ? [] : [`The sum of all accounts is ${formatAmount(sums.LAND, "LAND")} LAND, not zero.`]),
  ...(sums.POINT === "0" ? [] : [`The sum of all accounts is ${formatAmount(sums.POINT, "POINT")} points, not zero.`]),
  ...wrongAccounts.map((account) => `${account} is not the sum of its transfers, or is below its limit.`),
  ...(expiredHolds === 0 ? [] : [`${countOf(expiredHolds, "hold")} expired but not released.`]),
];
