import { collectPoints } from "../../../../resources/boost/node-calls.ts";
import { boostToast, toastProblem } from "../../flows/boost/boost-toast.ts";
import { applyNode } from "../../flows/boost/node.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { formatPoints } from "../../lib/format/points.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./home.module.css";

/** Collects the node's points. Shows the result once the server confirms it. */
export const Collect = ({ isFull }: { readonly isFull: boolean }) => {
  const { act, acting } = useAct(collectPoints, {
    onError: toastProblem,
    onDone: ({ collected, info }) => {
      applyNode(info);
      if (collected === "0") boostToast("info", "Nothing to collect yet");
      else boostToast("success", `Collected ${formatPoints(collected)} points`);
    },
  });
  return (
    <div className={styles.collect}>
      <Button kind="primary" size="large" icon="bolt" wide busy={acting} onClick={() => void act()}>
        Collect
      </Button>
      {isFull && <p role="status">Your node is full. Collect to keep earning.</p>}
    </div>
  );
};
