import { useState } from "react";
import { pointHistory } from "../../../../resources/boost/nodes/node-calls.ts";
import { pointMessage } from "../../../../resources/boost/nodes/point-messages.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { pageSizeDefault } from "../../../../resources/limits.ts";
import { useNode } from "../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { formatPoints, formatPointsChange, formatPointsExactly } from "../../lib/format/points.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { PagedRows } from "./paged-rows.tsx";
import styles from "./history.module.css";

type Entry = Reply<typeof pointHistory>["content"][number];

/** The node's point changes, newest first, with the total. */
export const History = () => {
  const [page, setPage] = useState(1);
  const node = useNode();
  const history = useCall(pointHistory, { query: { page, size: pageSizeDefault } });
  return (
    <>
      {node.name === "in" && (
        <p className={styles.total} title={formatPointsExactly(node.info.totalPoint)}>
          Total <strong>{formatPoints(node.info.totalPoint)}</strong> points
        </p>
      )}
      <PagedRows
        of={history}
        page={page}
        size={pageSizeDefault}
        onPage={setPage}
        className={styles.list}
        itemKey={({ id }) => id}
        row={(entry) => <Line entry={entry} />}
        empty={{
          icon: "history",
          title: "No history yet",
          text: "Collect your node's points to create the first entry.",
        }}
      />
    </>
  );
};

const Line = ({ entry }: { readonly entry: Entry }) => {
  const { valueType, value, isNote, explorerAddress, name, createdAt } = entry;
  const isLess = value.startsWith("-");
  const size = isLess ? value.slice(1) : value;
  // Rounds to 0 at two decimals.
  const isTiny = formatPoints(size) === "0";
  const amount = isTiny ? "less than 0.01" : formatPoints(size);
  const who = explorerAddress === null ? undefined : shortenAddress(explorerAddress);
  return (
    <li>
      <span>{pointMessage(valueType, { amount, isLess, who, name: name ?? undefined })}</span>
      {isNote ? (
        <small title="These points were uncollected, so they are not part of a total.">not included in total</small>
      ) : (
        <strong className={isLess ? styles.less : undefined} title={formatPointsExactly(value)}>
          {isTiny ? "<0.01" : formatPointsChange(value)}
        </strong>
      )}
      <time dateTime={new Date(createdAt * 1000).toISOString()}>{formatMoment(createdAt)}</time>
    </li>
  );
};
