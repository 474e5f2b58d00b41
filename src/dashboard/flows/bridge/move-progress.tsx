import { useEffect, useRef } from "react";
import { formatCoins } from "../../lib/format/coins.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import { StepList } from "../../ui/step-list.tsx";
import styles from "./bridge.module.css";
import { sendingEnd } from "./ends.ts";
import type { BridgeStep, Move } from "./machine.ts";
import type { BridgeView } from "./use-bridge.ts";

const order = ["connecting", "switching", "confirming", "waiting"] as const;

/** Progress of the move, step by step. */
export const MoveProgress = ({ rollup, view }: { readonly rollup: PublicRollup; readonly view: BridgeView }) => {
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
