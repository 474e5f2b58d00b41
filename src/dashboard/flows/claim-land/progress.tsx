import { chainOf, type ChainKey } from "../../../../resources/chains.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { classNames } from "../../lib/class-names.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./claim-land.module.css";
import type { ClaimStep } from "./machine.ts";

interface ProgressProps {
  readonly step: ClaimStep;
  readonly chain: ChainKey | undefined;
  /** Name of the wallet that pays. */
  readonly wallet: string | undefined;
}

const order = ["connecting", "switching", "pricing", "confirming", "waiting"] as const;

/** Where the claim stands, step by step. */
export const Progress = ({ step, chain, wallet = "your wallet" }: ProgressProps) => {
  const at = order.findIndex((name) => name === step.name);
  const network = chainOf(chain ?? "")?.name ?? "the chain";
  const words = [
    `Connect ${wallet}`,
    `Switch to ${network}`,
    "Read the price",
    wordsOfAsk(step, wallet),
    wordsOfWaiting(step),
  ];
  return (
    <div className={styles.progress}>
      <ol aria-label="Progress">
        {words.map((text, index) => (
          <li
            key={order[index]}
            className={classNames(index < at && styles.done, index === at && styles.current)}
            aria-current={index === at ? "step" : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              <Mark done={index < at} current={index === at} />
            </span>
            {text}
          </li>
        ))}
      </ol>
      {step.name === "waiting" && (
        <p className={styles.note}>
          You may leave: LAND is credited as soon as the chain has confirmed transaction{" "}
          <CopyText text={step.hash} shown={shortenHash(step.hash)} label="transaction" />
        </p>
      )}
      <span className="fh-hidden" role="status">
        {words[at]}
      </span>
    </div>
  );
};

const Mark = ({ done, current }: { readonly done: boolean; readonly current: boolean }) => {
  if (done) return <Icon name="check" size={14} />;
  return current ? <Spinner /> : null;
};

const wordsOfAsk = (step: ClaimStep, wallet: string): string => {
  if (step.name !== "confirming" || step.ask === "pay") return `Confirm in ${wallet}`;
  return step.ask === "permit" ? `Sign the permit for the coin in ${wallet}` : `Approve the coin in ${wallet}`;
};

const wordsOfWaiting = (step: ClaimStep): string => {
  if (step.name !== "waiting" || !step.deposit) return "Wait for the chain";
  const { confirmations, needed } = step.deposit;
  return `Wait for the chain: ${Math.min(confirmations, needed)} of ${needed} confirmations`;
};
