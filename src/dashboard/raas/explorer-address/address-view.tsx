import { useSearchParams } from "react-router";
import { pageHref } from "../../../../resources/declare/href.ts";
import { explorer } from "../../../../resources/pages.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import {
  useAddress,
  type AddressFacts,
  useHistory,
  type HistoryPage,
  type HistoryPlace,
} from "../flows/explorer/use-chain.ts";
import { useGivenAbi } from "../flows/explorer/use-given-abi.ts";
import { formatCoins } from "../../lib/format/coins.ts";
import { countOf } from "../../lib/format/count.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import { Facts, WithNote } from "../explorer/facts.tsx";
import { AddressLink, TransactionLink } from "../explorer/links.tsx";
import { TransactionsTable } from "../explorer/transactions-table.tsx";
import styles from "./address.module.css";
import { ContractTab } from "./contract-tab.tsx";

interface AddressViewProps {
  readonly rollup: PublicRollup;
  /** Undefined if the URL contains no valid address. */
  readonly address: string | undefined;
}

export const AddressView = ({ rollup, address }: AddressViewProps) => {
  const { data: value, error, reload } = useAddress(rollup, address);
  const given = useGivenAbi(rollup.chainId, address);
  if (address === undefined) {
    return (
      <ErrorState
        isPage
        title="Invalid address"
        message="An address is 0x and 40 hex digits."
        action={<LinkButton to={pageHref(explorer, { chainId: rollup.chainId })}>View latest transactions</LinkButton>}
      />
    );
  }
  if (!value && error)
    return <ErrorState isPage message={`Can't reach the rollup: ${error.message}`} onRetry={reload} />;
  const isContract = value !== undefined && value.code !== "0x";
  const transactions = { label: "Transactions", content: <History rollup={rollup} address={address} /> };
  const contract = {
    label: "Contract",
    content: value && <ContractTab rollup={rollup} address={address} code={value.code} given={given} />,
  };
  return (
    <>
      <PageHeader
        title={given.abi?.name ?? (isContract ? "Contract" : "Address")}
        text={<CopyText text={address} label="address" />}
      />
      <div className="fh-stack">
        <Card>
          {value ? <AddressCard rollup={rollup} facts={value} match={given.abi?.match} /> : <Skeleton lines={3} />}
        </Card>
        <Tabs
          label="Address"
          forgets={["before", "after"]}
          tabs={isContract ? [transactions, contract] : [transactions]}
        />
      </div>
    </>
  );
};

interface AddressCardProps {
  readonly rollup: PublicRollup;
  readonly facts: AddressFacts;
  /** Of a verified contract. */
  readonly match: "exact" | "partial" | null | undefined;
}

const AddressCard = ({ rollup, facts, match }: AddressCardProps) => {
  const { balance, nonce, code, creator } = facts;
  const { chainId, gasToken } = rollup;
  return (
    <Facts
      facts={[
        { label: "Balance", value: formatCoins(balance, gasToken) },
        code === "0x" && { label: "Transactions sent", value: countOf(nonce, "transaction") },
        Boolean(match) && {
          label: "Source",
          value: <StatusTag state="success" label={match === "exact" ? "Verified" : "Verified in part"} />,
        },
        code !== "0x" && { label: "Code", value: countOf((code.length - 2) / 2, "byte") },
        creator && {
          label: "Created by",
          value: (
            <WithNote
              note={
                <>
                  in <TransactionLink chainId={chainId} hash={creator.hash} />
                </>
              }
            >
              <AddressLink chainId={chainId} address={creator.creator} whole />
            </WithNote>
          ),
        },
      ]}
    />
  );
};

/** Transactions of an address, newest first. The page position is in the URL. */
const History = ({ rollup, address }: { readonly rollup: PublicRollup; readonly address: string }) => {
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
