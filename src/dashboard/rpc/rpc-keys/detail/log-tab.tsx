import { formatWhole } from "../../../lib/format/count.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import type { Column } from "../../../ui/table/data-table-types.ts";
import { StatusTag } from "../../../ui/states/status-tag.tsx";
import { TwoLines } from "../../../ui/panels/two-lines.tsx";
import { explainError } from "../explain.ts";
import styles from "./log.module.css";
import { useState } from "react";
import { rpcKeyLog, type RpcLogLine } from "../../../../../resources/rpc/stat-calls.ts";
import { rpcLogDays, rpcLogPerKey } from "../../../../../resources/rpc/limits.ts";
import { pageSizes } from "../../../../../resources/limits.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Empty } from "../../../ui/states/empty.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Pagination } from "../../../ui/table/pagination.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { nameOfChain, nodeLabel, useRpcChains } from "../chains.ts";

const kinds = [
  { value: "all", label: "All" },
  { value: "errors", label: "Errors" },
] as const;
type Kind = (typeof kinds)[number]["value"];

/** Latest requests of a key, or only the failed ones. */
export const LogTab = ({ id }: { readonly id: string }) => {
  const { chains } = useRpcChains();
  const [kind, setKind] = useState<Kind>("all");
  const [chain, setChain] = useState("");
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(pageSizes[0]);
  const { data, error, reload } = useCall(rpcKeyLog, {
    params: { id },
    query: { page, size, ...(kind === "errors" && { errors: "true" }), ...(chain !== "" && { chain }) },
  });
  const isFiltered = kind === "errors" || chain !== "";
  return (
    <div>
      <div className="fh-filters">
        <Segmented
          label="Requests"
          options={kinds}
          value={kind}
          onChange={(chosen) => {
            setKind(chosen);
            setPage(1);
          }}
        />
        <label>
          <span className="fh-hidden">Chain</span>
          <select
            className="fh-select"
            value={chain}
            onChange={(event) => {
              setChain(event.target.value);
              setPage(1);
            }}
          >
            <option value="">All chains</option>
            {chains?.map(({ id: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Button icon="refresh" onClick={reload}>
          Refresh
        </Button>
      </div>
      <DataTable<RpcLogLine>
        label="Requests"
        columns={logColumns((chainId) => nameOfChain(chains, chainId))}
        rows={data?.items}
        rowKey={(line) => line.id}
        empty={
          isFiltered ? (
            <Empty icon="search" title="No matching requests" text="Clear the filters to see all requests." />
          ) : (
            <Empty
              icon="exchange"
              title="No requests yet"
              text={`Up to ${formatWhole(rpcLogPerKey)} requests from the last ${rpcLogDays} days appear here. Send one in the console.`}
            />
          )
        }
        error={error && <ErrorState message={error.message} onRetry={reload} />}
      />
      <Pagination
        page={page}
        pageSize={size}
        total={data?.total ?? 0}
        onPage={setPage}
        sizes={pageSizes}
        onPageSize={(chosen) => {
          setSize(chosen);
          setPage(1);
        }}
      />
    </div>
  );
};

/** Columns of the request log. `nameOf` returns a chain's name. */
const logColumns = (nameOf: (chain: string) => string): readonly Column<RpcLogLine>[] => [
  {
    key: "method",
    title: "Method",
    cell: ({ method, at }) => (
      <TwoLines first={<span className="fh-mono">{methodOf(method)}</span>} second={formatMoment(at)} />
    ),
    width: "230px",
  },
  { key: "chain", title: "Chain", cell: ({ chain }) => nameOf(chain), width: "130px" },
  { key: "outcome", title: "Outcome", cell: (line) => <Outcome line={line} /> },
  { key: "units", title: "Units", cell: ({ units }) => formatWhole(units), width: "80px", align: "end" },
  {
    key: "ms",
    title: "Duration",
    cell: ({ ms }) => (ms === 0 ? "<1 ms" : formatMilliseconds(ms)),
    width: "90px",
    align: "end",
  },
  {
    key: "upstream",
    title: "Served by",
    cell: ({ cached, upstream }) => (cached ? "Cache" : (nodeLabel(upstream) ?? <span className="fh-muted">–</span>)),
    width: "120px",
    wideOnly: true,
  },
];

/** Returns the method. Unsupported methods and early refusals are logged without a name. */
const methodOf = (method: string): string => (method === "other" ? "–" : method);

/** Status of a request: success, or an error with its code and advice. */
const Outcome = ({ line: { code, error } }: { readonly line: RpcLogLine }) => {
  if (code === null) return <StatusTag state="success" label="Success" />;
  const advice = explainError(code, error ?? "");
  return (
    <span className={styles.problem}>
      <StatusTag state="failed" label={`Error ${code}`} />
      <span>{error}</span>
      {advice && <small>{advice}</small>}
    </span>
  );
};
