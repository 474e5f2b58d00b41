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

/** `nameOf`: as people know a chain. */
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
    title: "Time",
    cell: ({ ms }) => (ms === 0 ? "<1 ms" : formatMilliseconds(ms)),
    width: "90px",
    align: "end",
  },
  {
    key: "upstream",
    title: "Answered by",
    cell: ({ cached, upstream }) => (cached ? "Cache" : (nodeLabel(upstream) ?? <span className="fh-muted">–</span>)),
    width: "120px",
    wideOnly: true,
  },
];

/** What is not offered is not kept by its name, nor what was refused before anybody looked at it. */
const methodOf = (method: string): string => (method === "other" ? "–" : method);

/** An error with its code, and below it what helps. */
const Outcome = ({ line: { code, error } }: { readonly line: RpcLogLine }) => {
  if (code === null) return <StatusTag state="success" label="Answered" />;
  const advice = explainError(code, error ?? "");
  return (
    <span className={styles.problem}>
      <StatusTag state="failed" label={`Error ${code}`} />
      <span>{error}</span>
      {advice && <small>{advice}</small>}
    </span>
  );
};
