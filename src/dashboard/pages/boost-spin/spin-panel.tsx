import { lazy, Suspense } from "react";
import { usdPer100Points } from "../../../../resources/boost/limits.ts";
import type { SpinInfo } from "../../../../resources/boost/spin-calls.ts";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Cached } from "../../ui/use-cached.ts";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./spin.module.css";
import { useSpinning, type Outcome } from "./use-spinning.ts";
import { dollars, wonMessage } from "./labels.ts";

/** Loaded separately: rarely opened. */
export const LazyChances = lazy(() => import("./chances.tsx").then(({ Chances }) => ({ default: Chances })));

interface SpinPanelProps {
  readonly info: Cached<SpinInfo>;
  /** Called after a spin ends or fails. */
  readonly onSpun: () => void;
}

/** The wheel, the remaining spins and the last result. */
export const SpinPanel = ({ info, onSpun }: SpinPanelProps) => {
  const { turn, isTurning, isBusy, outcome, roundAfter, spinNow } = useSpinning(onSpun);
  return (
    <Panel title="Wheel" className={styles.stage}>
      <WheelImage turn={turn} isTurning={isTurning} />
      <p className={styles.outcome} role="status">
        {outcome ? <Result {...outcome} /> : <span>100 points = {dollars(usdPer100Points)}</span>}
      </p>
      <BoostData of={info} rows={2}>
        {(loaded) => {
          const round = roundAfter(loaded);
          return (
            <div className={styles.act}>
              <Button
                kind="primary"
                size="large"
                wide
                busy={isBusy}
                disabled={round.remainSpins === 0 && !isBusy}
                onClick={() => spinNow(loaded)}
              >
                Spin
              </Button>
              <p className={styles.left}>
                <strong>{round.remainSpins}</strong> {round.remainSpins === 1 ? "spin" : "spins"} left · new round in{" "}
                <Countdown endsAtSeconds={round.endAt} onTimeOver={info.reload} />
              </p>
              {round.remainSpins === 0 && (
                <p className={styles.note}>Invite friends or complete tasks to earn more spins.</p>
              )}
            </div>
          );
        }}
      </BoostData>
      <Suspense>
        <LazyChances />
      </Suspense>
    </Panel>
  );
};

const Result = ({ spun, isFair }: Outcome) => (
  <>
    <strong>{wonMessage(spun)}</strong>
    {isFair ? (
      <small>
        <Icon name="check" size={14} /> Verified in your browser
      </small>
    ) : (
      <small className={styles.unfair}>
        <Icon name="alert" size={14} /> Verification failed: the result doesn't match the committed seed
      </small>
    )}
  </>
);

const Wheel = lazy(() => import("./wheel.tsx").then((module) => ({ default: module.Wheel })));

/** The wheel, with a placeholder while its code loads. */
export const WheelImage = (props: { readonly turn: number; readonly isTurning: boolean }) => (
  <Suspense fallback={<div className={styles.wheelSpace} />}>
    <Wheel {...props} />
  </Suspense>
);
