import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { useEffect } from "react";
import styles from "./bridge.module.css";
import { MoveForm } from "./move-form.tsx";
import { MoveList } from "./move-list.tsx";
import { Owed } from "./owed.tsx";
import { MoveProgress } from "./move-progress.tsx";
import { isOpen } from "./machine.ts";
import { useBalances } from "./use-balances.ts";
import { useBridge } from "./use-bridge.ts";
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
