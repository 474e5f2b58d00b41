import { useParams } from "react-router";
import { deposits } from "../../../../resources/billing/deposit-history.ts";
import { purchases } from "../../../../resources/billing/purchases.ts";
import { billStatement } from "../../../../resources/billing/record-calls.ts";
import { callOf } from "../../../../resources/declare/endpoints.ts";
import { sharedErrors } from "../../../../resources/declare/shared-errors.ts";
import { formatMoneyInFull, formatUsd } from "../../../../resources/money.ts";
import { records } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { formatMonth } from "../../lib/format/date.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { LoadingCard } from "../../ui/states/loading-card.tsx";
import { Receipt } from "./receipt.tsx";
import { depositFacts, purchaseFacts, statementLines } from "./facts.ts";

/** /billing/receipt/{kind}/{id}: of a deposit or purchase by its ID, or of a month like 2026-11. */
export const Component = () => {
  const { kind = "", id = "" } = useParams();
  switch (kind) {
    case "deposit":
      return <DepositReceipt id={id} />;
    case "purchase":
      return <PurchaseReceipt id={id} />;
    case "statement":
      return <StatementReceipt month={id} />;
    default:
      return <NotFound />;
  }
};

const NotFound = () => (
  <ErrorState
    isPage
    message={sharedErrors.NOT_FOUND.message}
    action={<LinkButton to={records.path}>View LAND records</LinkButton>}
  />
);

const one = { page: 1, size: 1 };

const DepositReceipt = ({ id }: { readonly id: string }) => {
  const { data, error, reload } = useCall(callOf(deposits, "list"), { query: { ...one, id } });
  if (!data) return <LoadingCard title="Receipt" text="" error={error} onRetry={reload} />;
  const [record] = data.items;
  if (!record) return <NotFound />;
  return (
    <Receipt
      title="Deposit receipt"
      number={record.id}
      issuedAt={record.createdAt}
      status={record.status}
      total={formatMoneyInFull(record.landAmount)}
      facts={depositFacts(record)}
      lines={[{ label: "LAND, credited to the team's balance", amount: formatMoneyInFull(record.landAmount) }]}
    />
  );
};

const PurchaseReceipt = ({ id }: { readonly id: string }) => {
  const { data, error, reload } = useCall(callOf(purchases, "list"), { query: { ...one, id } });
  if (!data) return <LoadingCard title="Receipt" text="" error={error} onRetry={reload} />;
  const [record] = data.items;
  if (!record) return <NotFound />;
  const { what, facts } = purchaseFacts(record);
  return (
    <Receipt
      title="Purchase receipt"
      number={record.id}
      issuedAt={record.createdAt}
      status={record.status}
      total={formatUsd(record.usd)}
      facts={facts}
      lines={[{ label: what, amount: formatUsd(record.usd) }]}
    />
  );
};

const StatementReceipt = ({ month }: { readonly month: string }) => {
  const { data, error, reload } = useCall(billStatement, { query: { month } });
  if (!data) return <LoadingCard title="Statement" text="" error={error} onRetry={reload} />;
  return (
    <Receipt
      title={`Statement for ${formatMonth(month)}`}
      number={month}
      total={formatMoneyInFull(data.bill.closing)}
      totalLabel="Closing balance"
      facts={[{ label: "Period", value: `${formatMonth(month)} (UTC)` }]}
      lines={statementLines(data.bill)}
    />
  );
};
