import { chainOf, type ChainKey } from "../../../../resources/chains.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import { StepList } from "../../ui/step-list.tsx";
import styles from "./claim-land.module.css";
import type { ClaimStep } from "./machine.ts";

interface ProgressProps {
  readonly step: ClaimStep;
  readonly chain: ChainKey | undefined;
  /** Name of the paying wallet. */
  readonly wallet: string | undefined;
}

const order = ["connecting", "switching", "pricing", "confirming", "waiting"] as const;

/** Progress of the claim, step by step. */
export const Progress = ({ step, chain, wallet = "your wallet" }: ProgressProps) => {
  const at = order.findIndex((name) => name === step.name);
  const network = chainOf(chain ?? "")?.name ?? "the chain";
  const labels = [
    `Connect ${wallet}`,
    `Switch to ${network}`,
    "Get the price",
    wordsOfAsk(step, wallet),
    wordsOfWaiting(step),
  ];
  return (
    <div className={styles.progress}>
      <StepList steps={labels} at={at} />
      {step.name === "waiting" && (
        <p className={styles.note}>
          You can leave this page. LAND is credited once the chain confirms transaction{" "}
          <CopyText text={step.hash} shown={shortenHash(step.hash)} label="transaction" />
        </p>
      )}
    </div>
  );
};

const wordsOfAsk = (step: ClaimStep, wallet: string): string => {
  if (step.name !== "confirming" || step.ask === "pay") return `Confirm in ${wallet}`;
  return step.ask === "permit" ? `Sign the coin permit in ${wallet}` : `Approve the coin in ${wallet}`;
};

const wordsOfWaiting = (step: ClaimStep): string => {
  if (step.name !== "waiting" || !step.deposit) return "Wait for confirmations";
  const { confirmations, needed } = step.deposit;
  return `Wait for confirmations: ${Math.min(confirmations, needed)} of ${needed}`;
};
