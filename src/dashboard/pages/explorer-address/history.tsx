import { useSearchParams } from "react-router";
import { useHistory, type HistoryPage, type HistoryPlace } from "../../flows/explorer/use-chain.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TransactionsTable } from "../explorer/transactions-table.tsx";
import styles from "./address.module.css";

/** Transactions of an address, newest first. The page position is in the URL. */
export const History = ({ rollup, address }: { readonly rollup: PublicRollup; readonly address: string }) => {
  const place = placeIn(useSearchParams()[0]);
  const { data: value, error, reload } = useHistory(rollup, address, place);
  return (
    <div className="fh-stack">
      <TransactionsTable
        rollup={rollup}
        label="Transactions"
        shape="address"
        address={address}
        rows={value?.rows}
        empty={<Empty icon="exchange" title="No transactions" text="Transactions appear here once mined." />}
        {...(error && {
          error: <ErrorState message={`Couldn't load history: ${error.message}`} onRetry={reload} />,
        })}
      />
      {value && <Pages page={value} />}
    </div>
  );
};

const placeIn = (query: URLSearchParams): HistoryPlace => {
  const before = numberIn(query.get("before"));
  const after = numberIn(query.get("after"));
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
};

const numberIn = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

const Pages = ({ page: { rows, hasNewer, hasOlder } }: { readonly page: HistoryPage }) => {
  const newest = rows[0]?.transaction.blockNumber;
  const oldest = rows.at(-1)?.transaction.blockNumber;
  if (!hasNewer && !hasOlder) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      {hasNewer && <LinkButton to="?">Newest</LinkButton>}
      {hasNewer && typeof newest === "number" && newest > 0 && (
        <LinkButton icon="arrow-left" to={`?after=${newest}`}>
          Newer
        </LinkButton>
      )}
      {hasOlder && typeof oldest === "number" && oldest > 0 && (
        <LinkButton icon="arrow-right" to={`?before=${oldest}`}>
          Older
        </LinkButton>
      )}
    </nav>
  );
};
