import { chainOf } from "../../../../resources/chains.ts";
import type { PurchasePhase, PurchaseState } from "../../flows/purchase/machine.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./purchase.module.css";

const labels: Readonly<Record<PurchasePhase, string>> = {
  connecting: "Connecting your wallet on {chain}…",
  pricing: "Reading the price…",
  confirming: "Confirm the payment in your wallet.",
  waiting: "Waiting for confirmation on {chain}…",
};

/** Progress of a purchase. */
export const PurchaseProgress = ({ state }: { readonly state: Extract<PurchaseState, { name: "working" }> }) => {
  const { phase, chain, confirmations } = state;
  const text = labels[phase].replace("{chain}", chainOf(chain)!.name);
  return (
    <>
      <p className={styles.phase} role="status">
        <Spinner />
        {text}
        {confirmations && ` Block ${confirmations.seen} of ${confirmations.needed}.`}
      </p>
      <Button kind="primary" size="large" wide busy>
        Buying…
      </Button>
    </>
  );
};
