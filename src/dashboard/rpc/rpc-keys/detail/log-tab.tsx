import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { choice } from "../../../../../resources/declare/fields.ts";
import { rpcRequests, type RpcRequest } from "../../../../../resources/rpc/stat-calls.ts";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { openedParameter } from "../../../framework/data/use-list-state.ts";
import { useUrlQuery } from "../../../framework/data/use-url-query.ts";
import { FilterMenu } from "../../../framework/pages/filter-fields.tsx";
import { RecordList, type Cells } from "../../../framework/pages/record-list.tsx";
import { optionLabel } from "../../../framework/widgets/cell.tsx";
import { formatMoment } from "../../../lib/format/date.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import { Button } from "../../../ui/button.tsx";
import { TwoLines } from "../../../ui/panels/two-lines.tsx";
import { StatusTag } from "../../../ui/states/status-tag.tsx";
import { nameOfChain, nodeLabel, useRpcChains, type RpcChain } from "../chains.ts";
import { explainError, methodOf } from "../explain.ts";
import styles from "./log.module.css";
import { RequestDialog } from "./request-dialog.tsx";

/** Latest requests of a key: search, filters, and what refused and failed ones contained. */
export const LogTab = ({ id }: { readonly id: string }) => {
  const { chains } = useRpcChains();
  const client = useQueryClient();
  const { hrefOf } = useUrlQuery();
  return (
    <RecordList
      resource={rpcRequests}
      params={{ id }}
      cells={useMemo(() => cellsFor(chains), [chains])}
      moreFilters={({ chain = "", startAt = "" }, onFilter) => (
        <>
          <SinceMenu startAt={startAt} onChange={(value) => onFilter("startAt", value)} />
          <FilterMenu
            field={rpcRequests.fields.chain}
            options={(chains ?? []).map(({ id: value, name }) => ({ value, label: name }))}
            value={chain}
            onChange={(value) => onFilter("chain", value)}
          />
          <Button
            icon="refresh"
            onClick={() => void client.invalidateQueries({ queryKey: resourceKey(rpcRequests.name) })}
          >
            Refresh
          </Button>
        </>
      )}
      rowHref={(request) => (request.code === null ? undefined : hrefOf({ [openedParameter]: request.id }))}
      opened={(request, onClose) =>
        request.code !== null && (
          <RequestDialog
            keyId={id}
            requestId={request.id}
            nameOf={(chain) => nameOfChain(chains, chain)}
            onClose={onClose}
          />
        )
      }
    />
  );
};

const times = ["15", "60", "today"] as const;
const time = choice("Time", times, {
  15: "Past 15 minutes",
  60: "Past 60 minutes",
  today: "Today",
});

/** Returns the start of a time in Unix seconds. */
const startOf = (chosen: string): string => {
  const start = chosen === "today" ? new Date().setHours(0, 0, 0, 0) : Date.now() - Number(chosen) * 60_000;
  return String(Math.floor(start / 1000));
};

interface SinceMenuProps {
  /** Unix seconds; "" for any time. */
  readonly startAt: string;
  readonly onChange: (startAt: string) => void;
}

/** The time since which requests are listed. A start that was chosen before, such as one from the URL, is shown as a moment. */
const SinceMenu = ({ startAt, onChange }: SinceMenuProps) => {
  const [chosen, setChosen] = useState({ name: "", startAt: "" });
  const isEarlier = startAt !== chosen.startAt;
  const options = times.map((value) => ({ value, label: optionLabel(time, value) }));
  return (
    <FilterMenu
      field={time}
      options={
        isEarlier && startAt !== ""
          ? [{ value: startAt, label: `Since ${formatMoment(Number(startAt))}` }, ...options]
          : options
      }
      value={isEarlier ? startAt : chosen.name}
      onChange={(name) => {
        const start = name === "" || name === startAt ? name : startOf(name);
        setChosen({ name, startAt: start });
        onChange(start);
      }}
    />
  );
};

const cellsFor = (chains: readonly RpcChain[] | undefined): Cells<typeof rpcRequests> => ({
  method: ({ method, at }) => (
    <TwoLines first={<span className="fh-mono">{methodOf(method)}</span>} second={formatMoment(at)} />
  ),
  chain: ({ chain }) => nameOfChain(chains, chain),
  error: (request) => <Outcome request={request} />,
  ms: ({ ms }) => (ms === 0 ? "<1 ms" : formatMilliseconds(ms)),
  upstream: ({ cached, upstream }) => (cached ? "Cache" : (nodeLabel(upstream) ?? <span className="fh-muted">–</span>)),
});

/** Status of a request: success, or an error with its code and advice. */
const Outcome = ({ request: { code, error, reason } }: { readonly request: RpcRequest }) => {
  if (code === null) return <StatusTag state="success" label="Success" />;
  const advice = explainError({ code, reason });
  return (
    <span className={styles.problem}>
      <StatusTag state="failed" label={`Error ${code}`} />
      <span>{error}</span>
      {advice && <small>{advice}</small>}
    </span>
  );
};
