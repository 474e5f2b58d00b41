import { useMemo } from "react";
import { pageHref } from "../../../../resources/declare/href.ts";
import { explorer } from "../../../../resources/pages.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import {
  useTransaction,
  type WholeTransaction,
  type TransactionData,
  type LogData,
  type CallData,
  type Mined,
} from "../flows/explorer/use-chain.ts";
import { useDecoded, type Decoded, type Reading } from "../flows/explorer/use-decoded.ts";
import { formatCoins } from "../../lib/format/coins.ts";
import { countOf } from "../../lib/format/count.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { CodeBlock } from "../../ui/panels/code-block.tsx";
import type { Column } from "../../ui/table/data-table-types.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import styles from "../explorer/explorer.module.css";
import { AddressLink } from "../explorer/links.tsx";
import { ValuesTable } from "../explorer/values-table.tsx";
import { TransactionFacts } from "./transaction-facts.tsx";
import ownStyles from "./transaction.module.css";

interface TransactionViewProps {
  readonly rollup: PublicRollup;
  /** Undefined if the URL contains no valid hash. */
  readonly hash: string | undefined;
}

export const TransactionView = ({ rollup, hash }: TransactionViewProps) => {
  const { data: value, error, reload } = useTransaction(rollup, hash);
  const reading = useDecoded(rollup.chainId, value);
  const toExplorer = (
    <LinkButton to={pageHref(explorer, { chainId: rollup.chainId })}>View latest transactions</LinkButton>
  );
  if (hash === undefined) {
    const text = "A transaction hash is 0x and 64 hex digits.";
    return <ErrorState isPage title="Invalid transaction hash" message={text} action={toExplorer} />;
  }
  if (value === null) {
    const text = "No transaction has this hash. New transactions appear after a few seconds.";
    return <ErrorState isPage title="Transaction not found" message={text} action={toExplorer} />;
  }
  if (!value && error)
    return <ErrorState isPage message={`Can't reach the rollup: ${error.message}`} onRetry={reload} />;
  if (!value) {
    return (
      <>
        <PageHeader title="Transaction" />
        <Card>
          <Skeleton lines={10} />
        </Card>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Transaction" beside={<State whole={value} />} />
      <div className="fh-stack">
        <Card>
          <TransactionFacts rollup={rollup} whole={value} reading={reading} />
        </Card>
        <Tabs
          label="Transaction"
          tabs={[
            {
              label: "Input",
              content: <InputView transaction={value.transaction} decoded={reading?.input} />,
            },
            {
              label: "Logs",
              badge: value.mined?.receipt.logs.length ?? 0,
              content: <LogList rollup={rollup} logs={value.mined?.receipt.logs} reading={reading} />,
            },
            {
              label: "Internal calls",
              content: <CallsTable rollup={rollup} mined={value.mined} reading={reading} />,
            },
          ]}
        />
      </div>
    </>
  );
};

const State = ({ whole: { mined } }: { readonly whole: WholeTransaction }) => {
  if (!mined) return <StatusTag state="pending" label="Pending" />;
  return mined.receipt.status === 0 ? <StatusTag state="failed" /> : <StatusTag state="success" label="Succeeded" />;
};

interface InputViewProps {
  readonly transaction: TransactionData;
  readonly decoded: Decoded | undefined;
}

/** Input of a transaction: the decoded call if an ABI matches, and the bytes. */
const InputView = ({ transaction: { input, to }, decoded }: InputViewProps) => {
  if (input === "0x") {
    return <Empty icon="exchange" title="No input" text="A plain transfer without a contract call." />;
  }
  const bytes = (
    <div className={styles.code}>
      <CodeBlock label="input" code={input} />
    </div>
  );
  if (!decoded) {
    const note = to ? "No matching ABI." : "Code and constructor arguments of a new contract.";
    return (
      <Card title={countOf((input.length - 2) / 2, "byte")} text={note}>
        {bytes}
      </Card>
    );
  }
  return (
    <Card title={<code>{decoded.name}</code>}>
      <div className="fh-stack">
        <ValuesTable values={decoded.values} />
        <details>
          <summary>Bytes</summary>
          {bytes}
        </details>
      </div>
    </Card>
  );
};

interface LogListProps {
  readonly rollup: PublicRollup;
  /** Undefined until the transaction is mined. */
  readonly logs: readonly LogData[] | undefined;
  readonly reading: Reading | undefined;
}

/** Events emitted by contracts, in order. */
const LogList = ({ rollup: { chainId }, logs, reading }: LogListProps) => {
  if (!logs) return <Empty icon="clock" title="Not mined yet" text="Logs appear once the transaction is mined." />;
  if (logs.length === 0) return <Empty icon="book" title="No logs" text="This transaction emitted no events." />;
  return (
    <ol className={ownStyles.logs}>
      {logs.map((log, index) => (
        <li key={log.logIndex ?? index}>
          <Card
            title={reading?.logs[index]?.name ?? `Log ${log.logIndex ?? index}`}
            text={
              <>
                of{" "}
                <AddressLink chainId={chainId} address={log.address} name={reading?.names[log.address.toLowerCase()]} />
              </>
            }
          >
            <LogBody log={log} decoded={reading?.logs[index]} />
          </Card>
        </li>
      ))}
    </ol>
  );
};

const LogBody = ({ log, decoded }: { readonly log: LogData; readonly decoded: Decoded | undefined }) =>
  decoded ? (
    <ValuesTable values={decoded.values} />
  ) : (
    <ValuesTable
      values={[
        ...log.topics.map((value, index) => ({ name: `Topic ${index}`, type: "bytes32", value })),
        { name: "Data", type: "bytes", value: log.data },
      ]}
    />
  );

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
const CallsTable = ({ rollup, mined, reading }: CallsTableProps) => {
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
      <span className={ownStyles.call} style={{ paddingInlineStart: Math.min(depth, 8) * 16 }}>
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
