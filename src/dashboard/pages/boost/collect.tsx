import { useState } from "react";
import { collectPoints } from "../../../../resources/boost/node-calls.ts";
import { boostToast, toastProblem } from "../../flows/boost/boost-toast.ts";
import { applyNode, sendBoost } from "../../flows/boost/node.ts";
import { formatPoints } from "../../lib/format/points.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./home.module.css";

/** Collects the node's points. Shows the result once the server confirms it. */
export const Collect = ({ isFull }: { readonly isFull: boolean }) => {
  const [busy, setBusy] = useState(false);
  const collect = async (): Promise<void> => {
    setBusy(true);
    try {
      const { collected, info } = await sendBoost(collectPoints);
      applyNode(info);
      if (collected === "0") boostToast("info", "Nothing to collect yet");
      else boostToast("success", `Collected ${formatPoints(collected)} points`);
    } catch (error) {
      toastProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.collect}>
      <Button kind="primary" size="large" icon="bolt" wide busy={busy} onClick={() => void collect()}>
        Collect
      </Button>
      {isFull && <p role="status">Your node is full. Collect to keep earning.</p>}
    </div>
  );
};
