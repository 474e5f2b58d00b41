import type { RpcLogLine } from "../../../../../resources/rpc/stat-calls.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import type { Column } from "../../../ui/data-table-types.ts";
import { StatusTag } from "../../../ui/status-tag.tsx";
import { TwoLines } from "../../../ui/two-lines.tsx";
import { explainError } from "../explain.ts";
import { nodeLabel } from "../node-label.ts";
import styles from "./log.module.css";

/** Columns of the request log. `nameOf` returns a chain's name. */
export const logColumns = (nameOf: (chain: string) => string): readonly Column<RpcLogLine>[] => [
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
