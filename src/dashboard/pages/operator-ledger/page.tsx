import { ledgerReport, type LedgerReport } from "../../../../resources/operator/ledger.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Moment } from "../../framework/widgets/cell.tsx";
import { formatWhole } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tiles } from "../../ui/tiles.tsx";
import { Debts, Holds } from "./open-items.tsx";
import { TrialBalance } from "./trial-balance.tsx";
import { Verdict } from "./verdict.tsx";

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
