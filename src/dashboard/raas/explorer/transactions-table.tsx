import { useMemo, type ReactNode } from "react";
import type { HistoryRow, TransactionData } from "../flows/explorer/use-chain.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { formatCoinsShort } from "../../lib/format/coins.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { Column } from "../../ui/table/data-table-types.ts";
import { Age } from "./age.tsx";
import styles from "./explorer.module.css";
import { AddressLink, BlockLink, TransactionLink } from "./links.tsx";

export interface TransactionRow extends HistoryRow {
  /** Timestamp of the block. */
  readonly timestamp?: number;
}

interface TransactionsTableProps {
  readonly rollup: PublicRollup;
  readonly label: string;
  /** short: beside another list. block: transactions of one block. address: transactions of `address`. */
  readonly shape: "short" | "block" | "address";
  readonly address?: string;
  readonly rows: readonly TransactionRow[] | undefined;
  readonly skeletonRows?: number;
  readonly empty: ReactNode;
  readonly error?: ReactNode;
}

export const TransactionsTable = ({ rollup, shape, address, ...table }: TransactionsTableProps) => {
  const { chainId, gasToken } = rollup;
  const columns = useMemo(() => columnsOf({ chainId, gasToken, shape, address }), [chainId, gasToken, shape, address]);
  return <DataTable {...table} columns={columns} rowKey={({ transaction }) => transaction.hash} />;
};

interface ColumnOptions {
  readonly chainId: string;
  readonly gasToken: string;
  readonly shape: TransactionsTableProps["shape"];
  readonly address: string | undefined;
}

const columnsOf = ({ chainId, gasToken, shape, address }: ColumnOptions): readonly Column<TransactionRow>[] => {
  const hash: Column<TransactionRow> = {
    key: "hash",
    title: "Transaction",
    cell: ({ transaction, failed }) => (
      <>
        <TransactionLink chainId={chainId} hash={transaction.hash} />
        {failed && <span className={styles.failed}>Failed</span>}
      </>
    ),
  };
  const block: Column<TransactionRow> = {
    key: "block",
    title: "Block",
    width: "104px",
    cell: ({ transaction: { blockNumber } }) =>
      typeof blockNumber === "number" ? <BlockLink chainId={chainId} number={blockNumber} /> : "Pending",
  };
  const age: Column<TransactionRow> = {
    key: "age",
    title: "Age",
    cell: ({ timestamp }) => timestamp !== undefined && <Age seconds={timestamp} />,
  };
  const party = (key: "from" | "to", title: string): Column<TransactionRow> => ({
    key,
    title,
    cell: ({ transaction }) => <Party chainId={chainId} transaction={transaction} side={key} own={address} />,
  });
  const kind: Column<TransactionRow> = {
    key: "kind",
    title: "Type",
    width: "128px",
    cell: ({ transaction }) => kindOf(transaction),
  };
  const value: Column<TransactionRow> = {
    key: "value",
    title: "Value",
    align: "end",
    cell: ({ transaction }) => formatCoinsShort(transaction.value, gasToken),
  };
  if (shape === "short") return [hash, age, value];
  return [hash, ...(shape === "address" ? [block] : []), kind, party("from", "From"), party("to", "To"), value];
};

interface PartyProps {
  readonly chainId: string;
  readonly transaction: TransactionData;
  readonly side: "from" | "to";
  /** Address of the current page. Shown without a link. */
  readonly own: string | undefined;
}

const Party = ({ chainId, transaction, side, own }: PartyProps) => {
  const address = transaction[side];
  if (!address) return "New contract";
  if (own && address.toLowerCase() === own.toLowerCase()) return <span className="fh-muted">This address</span>;
  return <AddressLink chainId={chainId} address={address} />;
};

const kindOf = ({ to, input }: TransactionData): string => {
  if (!to) return "Deployment";
  return input === "0x" ? "Transfer" : "Contract call";
};
