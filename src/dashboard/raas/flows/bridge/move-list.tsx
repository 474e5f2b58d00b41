import type { ReactNode } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { explorerTransaction } from "../../../../../resources/pages.ts";
import type { PublicRollup } from "../../../../../resources/raas/public-calls.ts";
import { formatCoins } from "../../../lib/format/coins.ts";
import { formatMoment, formatRelative } from "../../../lib/format/date.ts";
import { shortenAddress, shortenHash } from "../../../lib/format/shorten.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { Countdown } from "../../../ui/states/countdown.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { Empty } from "../../../ui/states/empty.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { StatusTag } from "../../../ui/states/status-tag.tsx";
import type { Cached } from "../../../ui/cached/use-cached.ts";
import styles from "./bridge.module.css";
import { endsOf } from "./ends.ts";
import { isOpen } from "./machine.ts";
import type { BridgeView } from "./use-bridge.ts";
import type { BridgeMoves, Deposit, Withdrawal } from "./use-moves.ts";

interface MoveListProps {
  readonly rollup: PublicRollup;
  readonly view: BridgeView;
  readonly moves: Cached<BridgeMoves>;
}

/** Deposits and withdrawals of the account, newest first, with their status. */
export const MoveList = ({ rollup, view, moves }: MoveListProps) => (
  <Card title="Your transfers" {...(view.account !== undefined && { text: `Of ${shortenAddress(view.account)}` })}>
    <Body rollup={rollup} view={view} moves={moves} />
  </Card>
);

const Body = ({ rollup, view, moves: { data, error, reload } }: MoveListProps) => {
  if (view.account === undefined) {
    return (
      <Empty
        icon="wallet"
        title="No wallet is connected"
        text="Connect a wallet to see its deposits and withdrawals."
      />
    );
  }
  if (!data) return error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={5} />;
  const rows = rowsOf(data);
  if (rows.length === 0) {
    return (
      <Empty
        icon="exchange"
        title="No transfers yet"
        text="Deposits and withdrawals appear here as soon as you send them."
      />
    );
  }
  return (
    <ul className={styles.moves} aria-label="Your transfers">
      {rows.map((row) => (
        <li key={row.key}>
          {row.kind === "deposit" ? (
            <DepositRow rollup={rollup} deposit={row.deposit} />
          ) : (
            <WithdrawalRow rollup={rollup} view={view} withdrawal={row.withdrawal} />
          )}
        </li>
      ))}
    </ul>
  );
};

type Row =
  | { readonly kind: "deposit"; readonly key: string; readonly at: number; readonly deposit: Deposit }
  | { readonly kind: "withdrawal"; readonly key: string; readonly at: number; readonly withdrawal: Withdrawal };

const rowsOf = ({ deposits, withdrawals }: BridgeMoves): readonly Row[] =>
  [
    ...deposits.map((deposit): Row => ({ kind: "deposit", key: `d${deposit.hash}`, at: deposit.createdAt, deposit })),
    ...withdrawals.map((withdrawal): Row => ({
      kind: "withdrawal",
      key: `w${withdrawal.hash}`,
      at: withdrawal.createdAt,
      withdrawal,
    })),
  ].sort((one, other) => other.at - one.at);

interface MoveRowProps {
  readonly title: string;
  readonly at: number;
  readonly state: ReactNode;
  readonly children: ReactNode;
}

const MoveRow = ({ title, at, state, children }: MoveRowProps) => (
  <>
    <div className={styles.moveHead}>
      <strong>{title}</strong>
      {state}
    </div>
    <p className={styles.note}>
      <time dateTime={new Date(at * 1000).toISOString()} title={formatMoment(at)}>
        {formatRelative(at)}
      </time>
      {children}
    </p>
  </>
);

const DepositRow = ({ rollup, deposit }: { readonly rollup: PublicRollup; readonly deposit: Deposit }) => {
  const { amount, createdAt, state, hash, paidHash } = deposit;
  const title = `Deposit of ${formatCoins(amount, endsOf(rollup).settlement.symbol)}`;
  const tag =
    state === "paid" ? <StatusTag state="success" label="Paid" /> : <StatusTag state="pending" label="On its way" />;
  return (
    <MoveRow title={title} at={createdAt} state={tag}>
      {" · "}
      {paidHash ? (
        <>
          paid in <OnRollup chainId={rollup.chainId} hash={paidHash} />
        </>
      ) : (
        <>
          sent in <CopyText text={hash} shown={shortenHash(hash)} label="transaction" />
        </>
      )}
    </MoveRow>
  );
};

interface WithdrawalRowProps {
  readonly rollup: PublicRollup;
  readonly view: BridgeView;
  readonly withdrawal: Withdrawal;
}

const WithdrawalRow = ({ rollup, view: { bridge, state }, withdrawal }: WithdrawalRowProps) => {
  const { amount, createdAt, hash, index, from, to, proof } = withdrawal;
  const { symbol } = endsOf(rollup).rollup;
  return (
    <>
      <MoveRow
        title={`Withdrawal of ${formatCoins(amount, symbol)}`}
        at={createdAt}
        state={<WithdrawalState withdrawal={withdrawal} />}
      >
        {" · "}
        started in <OnRollup chainId={rollup.chainId} hash={hash} />
      </MoveRow>
      {withdrawal.state === "waiting" && <Waiting readyAt={withdrawal.readyAt} settlement={rollup.settlement.name} />}
      {withdrawal.state === "ready" && proof && (
        <Button
          size="small"
          kind="soft"
          disabled={!isOpen(state)}
          onClick={() =>
            bridge.start({ kind: "finalize", withdrawal: { index, from, to, amount: BigInt(amount), proof } })
          }
        >
          Collect on {rollup.settlement.name}
        </Button>
      )}
    </>
  );
};

const WithdrawalState = ({ withdrawal: { state, proof } }: { readonly withdrawal: Withdrawal }) => {
  if (state === "paid") return <StatusTag state="success" label="Paid" />;
  if (state === "ready" && proof === null) return <StatusTag state="pending" label="On its way" />;
  return state === "ready" ? (
    <StatusTag state="warning" label="Ready to collect" />
  ) : (
    <StatusTag state="pending" label="Waiting" />
  );
};

const Waiting = ({ readyAt, settlement }: { readonly readyAt: number | null; readonly settlement: string }) => (
  <p className={styles.note}>
    {readyAt === null ? (
      `Waiting for the rollup's state to be posted to ${settlement}.`
    ) : (
      <>
        Ready in <Countdown endsAtSeconds={readyAt} />
      </>
    )}
  </p>
);

const OnRollup = ({ chainId, hash }: { readonly chainId: string; readonly hash: string }) => (
  <Link className="fh-mono" title={hash} to={pageHref(explorerTransaction, { chainId, hash })}>
    {shortenHash(hash)}
  </Link>
);
