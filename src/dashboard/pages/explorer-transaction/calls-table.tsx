import { useMemo } from "react";
import type { CallData, Mined } from "../../flows/explorer/use-chain.ts";
import type { Decoded, Reading } from "../../flows/explorer/use-decoded.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { formatCoins } from "../../lib/format/coins.ts";
import { DataTable } from "../../ui/data-table.tsx";
import type { Column } from "../../ui/data-table-types.ts";
import { Empty } from "../../ui/empty.tsx";
import { AddressLink } from "../explorer/links.tsx";
import styles from "./transaction.module.css";

interface CallsTableProps {
  readonly rollup: PublicRollup;
  readonly mined: Mined | undefined;
  readonly reading: Reading | undefined;
}

interface CallRow {
  readonly place: number;
  readonly call: CallData;
  readonly decoded: Decoded | undefined;
}

/** Internal calls of a transaction, each below its caller. */
export const CallsTable = ({ rollup, mined, reading }: CallsTableProps) => {
  const { chainId, gasToken } = rollup;
  const columns = useMemo(() => columnsOf(chainId, gasToken, reading?.names ?? {}), [chainId, gasToken, reading]);
  const rows = useMemo(
    () => mined?.calls?.map((call, place) => ({ place, call, decoded: reading?.calls[place] })),
    [mined?.calls, reading],
  );
  if (!mined)
    return <Empty icon="clock" title="Not mined yet" text="Internal calls appear once the transaction is mined." />;
  if (!mined.calls) {
    const text = "The node stores internal calls only for recent blocks, and not for contract creation.";
    return <Empty icon="history" title="No internal calls stored" text={text} />;
  }
  return <DataTable label="Internal calls" columns={columns} rows={rows} rowKey={({ place }) => String(place)} />;
};

const columnsOf = (
  chainId: string,
  gasToken: string,
  names: Readonly<Record<string, string>>,
): readonly Column<CallRow>[] => [
  {
    key: "type",
    title: "Call",
    cell: ({ call: { type, depth }, decoded }) => (
      <span className={styles.call} style={{ paddingInlineStart: Math.min(depth, 8) * 16 }}>
        {decoded ? <code>{decoded.name}</code> : (callLabels[type] ?? type.toLowerCase())}
      </span>
    ),
  },
  { key: "how", title: "Call type", width: "140px", wideOnly: true, cell: ({ call: { type } }) => type.toLowerCase() },
  {
    key: "from",
    title: "From",
    cell: ({ call: { from } }) => <AddressLink chainId={chainId} address={from} name={names[from.toLowerCase()]} />,
  },
  {
    key: "to",
    title: "To",
    cell: ({ call: { to } }) => <AddressLink chainId={chainId} address={to} name={names[to.toLowerCase()]} />,
  },
  {
    key: "value",
    title: "Value",
    align: "end",
    cell: ({ call: { value } }) => (value ? formatCoins(value, gasToken) : "–"),
  },
];

const callLabels: Readonly<Record<string, string>> = {
  CREATE: "Create contract",
  CREATE2: "Create contract",
  SELFDESTRUCT: "Self-destruct",
};
