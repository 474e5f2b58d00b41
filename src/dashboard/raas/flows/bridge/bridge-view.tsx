import { useEffect, useRef } from "react";
import type { PublicRollup } from "../../../../../resources/raas/public-calls.ts";
import { formatCoins } from "../../../lib/format/coins.ts";
import { shortenHash } from "../../../lib/format/shorten.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { StepList } from "../../../ui/panels/step-list.tsx";
import styles from "./bridge.module.css";
import { endsOf, sendingEnd } from "./ends.ts";
import { isOpen, receiverProblem, type BridgeStep, type Move } from "./machine.ts";
import { MoveForm } from "./move-form.tsx";
import { MoveList } from "./move-list.tsx";
import { useBalances } from "./use-balances.ts";
import { useBridge, type BridgeView as View } from "./use-bridge.ts";
import { useMoves } from "./use-moves.ts";

/** Moves coins between a rollup and its settlement chain: the form, the current move, and all moves of the account. */
export const BridgeView = ({ rollup }: { readonly rollup: PublicRollup }) => {
  const view = useBridge(rollup);
  const balances = useBalances(rollup, view.account);
  const moves = useMoves(rollup, view.account);
  const { step } = view.state;
  const sentHash = step.name === "waiting" || step.name === "done" ? step.hash : undefined;
  const { reload } = moves;
  // A sent move is listed at once.
  useEffect(() => {
    if (sentHash !== undefined) reload();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [sentHash]);
  return (
    <div className={styles.columns}>
      <section className={styles.box} aria-label="Transfer coins">
        {isOpen(view.state) ? (
          <MoveForm rollup={rollup} view={view} balances={balances.data} onGiven={balances.reload} />
        ) : (
          <MoveProgress rollup={rollup} view={view} />
        )}
      </section>
      <div className="fh-stack">
        <Owed rollup={rollup} view={view} owed={balances.data?.owed ?? 0n} />
        <MoveList rollup={rollup} view={view} moves={moves} />
      </div>
    </div>
  );
};

const order = ["connecting", "switching", "confirming", "waiting"] as const;

/** Progress of the move, step by step. */
const MoveProgress = ({ rollup, view }: { readonly rollup: PublicRollup; readonly view: View }) => {
  const { step } = view.state;
  const box = useRef<HTMLDivElement>(null);
  // Transfers started in the list below continue here.
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's cleanup.
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  if (!("attempt" in step)) return null;
  const { move } = step;
  const wallet = view.wallet?.name ?? "your wallet";
  const end = sendingEnd(rollup, move);
  const at = order.findIndex((name) => name === step.name);
  const labels = [`Connect ${wallet}`, `Switch to ${end.name}`, `Confirm in ${wallet}`, `Wait for ${end.name}`];
  return (
    <div ref={box} className={styles.progress}>
      <h2>{titleOf(move, end.symbol)}</h2>
      <StepList steps={labels} at={at} />
      <Sent step={step} />
    </div>
  );
};

const titleOf = (move: Move, symbol: string): string => {
  if (move.kind === "finalize") return `Collecting ${formatCoins(move.withdrawal.amount, symbol)}`;
  if (move.kind === "claim") return `Claiming ${formatCoins(move.amount, symbol)}`;
  return `${move.kind === "deposit" ? "Depositing" : "Withdrawing"} ${formatCoins(move.amount, symbol)}`;
};

const Sent = ({ step }: { readonly step: BridgeStep }) =>
  step.name === "waiting" && (
    <p className={styles.note}>
      Transaction sent. You can leave this page.{" "}
      <CopyText text={step.hash} shown={shortenHash(step.hash)} label="transaction" />
    </p>
  );

interface OwedProps {
  readonly rollup: PublicRollup;
  readonly view: View;
  /** Wei. */
  readonly owed: bigint;
}

/** Refused deposits of a contract account: the rollup's bridge holds them until they are claimed. */
const Owed = ({ rollup, view: { account, bridge, state }, owed }: OwedProps) => {
  if (owed === 0n || account === undefined) return null;
  const { name, symbol } = endsOf(rollup).rollup;
  const amount = formatCoins(owed, symbol);
  const claim = async (): Promise<void> => {
    const answer = await dialogs.prompt({
      title: `Claim ${amount}`,
      text: "Your account refused these deposits. Send them to an address that accepts coins.",
      ok: "Claim",
      fields: [{ name: "to", label: `Receiver on ${name}`, value: account, validate: problemOf }],
    });
    if (answer) bridge.start({ kind: "claim", amount: owed, to: answer["to"]! });
  };
  return (
    <Banner
      kind="warning"
      title={`${amount} on ${name} can be claimed`}
      action={
        <Button size="small" disabled={!isOpen(state)} onClick={() => void claim()}>
          Claim
        </Button>
      }
    >
      Your account refused deposits. The bridge keeps them for you.
    </Banner>
  );
};

const problemOf = (address: string): string | undefined =>
  receiverProblem(address) || (address === "" ? "Enter an address." : undefined);
