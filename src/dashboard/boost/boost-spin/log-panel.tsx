import { useEffect, useRef } from "react";
import type { usdtLog, spinHistory } from "../../../../resources/boost/spins/spin-calls.ts";
import { tonsOf } from "../../../../resources/boost/withdrawals/withdrawing.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { shortenAddress, shortenHash } from "../../lib/format/shorten.ts";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import type { IconName } from "../../ui/icons.ts";
import { PagedRows } from "../boost-frame/paged-rows.tsx";
import { Panel, Row } from "../boost-frame/panel.tsx";
import { dollarsChange, rewardChange, rewardName } from "./labels.ts";
import styles from "./spin.module.css";
import { rowsOnPage, type Paged } from "./use-paged.ts";

type Log = Reply<typeof usdtLog>;
type Line = Log["content"][number];

interface LogPanelProps {
  readonly log: Paged<Log>;
  /** Called when a withdrawal is paid or refused. */
  readonly onSettled: () => void;
}

/** USDT history, newest first. */
export const LogPanel = ({ log, onSettled }: LogPanelProps) => {
  useSettled(log.data?.content, onSettled);
  return (
    <Panel title="USDT history">
      <PagedRows
        of={log}
        page={log.page}
        size={rowsOnPage}
        onPage={log.onPage}
        itemKey={({ id }) => id}
        row={(line) => <Entry line={line} />}
        empty={{ icon: "wallet", title: "No history yet", text: "Winnings, claims and withdrawals appear here." }}
      />
    </Panel>
  );
};

const Entry = ({ line }: { readonly line: Line }) => (
  <Row
    icon={icons[line.kind]}
    title={titleOf(line)}
    text={<time dateTime={new Date(line.createdAt * 1000).toISOString()}>{formatMoment(line.createdAt)}</time>}
    trailing={<span className={styles.change}>{dollarsChange(line.amount)}</span>}
    {...(line.kind === "WITHDRAW" && line.status !== null && { below: <Withdrawn line={line} /> })}
  />
);

/** Status of a withdrawal. */
const Withdrawn = ({ line: { status, reason, nano, txHash } }: { readonly line: Line }) => (
  <span className={styles.withdrawn}>
    <span className={`${styles.state} ${styles[status!.toLowerCase()]}`}>{states[status!]}</span>
    {nano !== null && <span>{tonsOf(BigInt(nano))} TON paid</span>}
    {reason !== null && <span>{reason}</span>}
    {txHash !== null && <CopyText text={txHash} shown={shortenHash(txHash)} label="transaction" />}
  </span>
);

const icons: Readonly<Record<Line["kind"], IconName>> = {
  SPIN: "gift",
  PROJECT: "rocket",
  AIRDROP: "spark",
  WITHDRAW: "upload",
  RETURNED: "refresh",
};

const states: Readonly<Record<NonNullable<Line["status"]>, string>> = {
  PENDING: "Pending",
  REVIEW: "In review",
  SENT: "Paid",
  REFUSED: "Refused",
};

const titleOf = ({ kind, address }: Line): string => {
  const titles: Readonly<Record<Line["kind"], string>> = {
    SPIN: "Won in a spin",
    PROJECT: "From a project",
    AIRDROP: "From the airdrop",
    WITHDRAW: `Withdrawn to ${shortenAddress(address ?? "")}`,
    RETURNED: "Withdrawal refunded",
  };
  return titles[kind];
};

/** Calls `onSettled` when an open withdrawal in the list is paid or refused. */
const useSettled = (content: readonly Line[] | undefined, onSettled: () => void): void => {
  const open = content?.filter(({ status }) => status === "PENDING" || status === "REVIEW").length;
  const before = useRef(open);
  const latest = useRef(onSettled);
  useEffect(() => {
    latest.current = onSettled;
    if (open !== undefined && before.current !== undefined && open < before.current) onSettled();
    before.current = open;
  }, [open, onSettled]);
};

type Spins = Reply<typeof spinHistory>;

const rewardIcons: Readonly<Record<Spins["content"][number]["rewardType"], IconName>> = {
  POINTS: "bolt",
  USDT: "gift",
  NONE: "minus",
};

/** Results of past spins, newest first. */
export const SpinsPanel = ({ spins }: { readonly spins: Paged<Spins> }) => (
  <Panel title="Your spins">
    <PagedRows
      of={spins}
      page={spins.page}
      size={rowsOnPage}
      onPage={spins.onPage}
      itemKey={({ spinId }) => spinId}
      row={(spun) => (
        <Row
          icon={rewardIcons[spun.rewardType]}
          title={rewardName(spun)}
          text={<time dateTime={new Date(spun.createdAt * 1000).toISOString()}>{formatMoment(spun.createdAt)}</time>}
          trailing={<span className={styles.change}>{rewardChange(spun)}</span>}
          isDone={spun.rewardType === "NONE"}
        />
      )}
      empty={{ icon: "refresh", title: "No spins yet", text: "Your results appear here after the first spin." }}
    />
  </Panel>
);
