import { lazy, Suspense } from "react";
import {
  spinHistory,
  spinInfo,
  usdtBalance,
  usdtLog,
  type SpinInfo,
} from "../../../../resources/boost/spins/spin-calls.ts";
import { loadNode, useNode } from "../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./spin.module.css";
import { usePaged } from "./use-paged.ts";
import { usdPer100Points } from "../../../../resources/boost/limits.ts";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/states/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Cached } from "../../ui/cached/use-cached.ts";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { useSpinning, type Outcome } from "./use-spinning.ts";
import { dollars, wonMessage } from "./labels.ts";

const SignedOut = lazy(() => import("../boost-frame/signed-out.tsx").then((module) => ({ default: module.SignedOut })));
/** Loaded separately: below the fold. */
const BalancePanel = lazy(() => import("./balance-panel.tsx").then((module) => ({ default: module.BalancePanel })));
const WithdrawPanel = lazy(() => import("./withdraw-panel.tsx").then((module) => ({ default: module.WithdrawPanel })));
const LogPanel = lazy(() => import("./log-panel.tsx").then((module) => ({ default: module.LogPanel })));
const SpinsPanel = lazy(() => import("./log-panel.tsx").then((module) => ({ default: module.SpinsPanel })));

/** Polling interval while a withdrawal is pending. */
const followMs = 3000;

/** /boost/spin */
export const Component = () => (
  <BoostFrame
    title="Spin and withdraw"
    lead="Spin the wheel to win points and USDT. Withdraw USDT as toncoin at any time."
  >
    <Spinning />
  </BoostFrame>
);

const Spinning = () => {
  const isOut = useNode().name === "out";
  const info = useCall(spinInfo);
  const balance = useCall(usdtBalance);
  const isWaiting = balance.data !== undefined && balance.data.pending !== "0";
  const log = usePaged(usdtLog, isWaiting ? followMs : undefined);
  const spins = usePaged(spinHistory);
  if (isOut) return <SignedOutView />;

  const reloadBalance = (): void => {
    balance.reload();
    log.reload();
  };
  const onSpun = (): void => {
    info.reload();
    spins.reload();
    void loadNode();
  };
  return (
    <div className={styles.columns}>
      <SpinPanel info={info} onSpun={onSpun} />
      <div className={styles.side}>
        <Suspense fallback={<LoadingPanel title="Your USDT" />}>
          <BalancePanel
            info={info}
            balance={balance}
            onClaimed={() => {
              info.reload();
              reloadBalance();
            }}
          />
        </Suspense>
        <Suspense fallback={<LoadingPanel title="Withdraw" />}>
          <WithdrawPanel balance={balance.data?.balance} onRequest={reloadBalance} />
        </Suspense>
      </div>
      <Suspense>
        <LogPanel log={log} onSettled={balance.reload} />
        <SpinsPanel spins={spins} />
      </Suspense>
    </div>
  );
};

/** Placeholder for a loading panel. */
const LoadingPanel = ({ title }: { readonly title: string }) => (
  <Panel title={title} className={styles.coming}>
    {null}
  </Panel>
);

/** The prizes, for visitors without a node. */
const SignedOutView = () => (
  <div className={styles.columns}>
    <Panel title="Wheel" className={styles.stage}>
      <WheelImage turn={0} isTurning={false} />
      <Suspense>
        <LazyChances />
      </Suspense>
    </Panel>
    <Panel title="Your spins">
      <Suspense>
        <SignedOut
          icon="gift"
          title="One free spin a day"
          text="Connect your wallet to spin. Each friend you invite adds one spin."
        />
      </Suspense>
    </Panel>
  </div>
);

/** Loaded separately: rarely opened. */
const LazyChances = lazy(() => import("./chances.tsx").then(({ Chances }) => ({ default: Chances })));

interface SpinPanelProps {
  readonly info: Cached<SpinInfo>;
  /** Called after a spin ends or fails. */
  readonly onSpun: () => void;
}

/** The wheel, the remaining spins and the last result. */
const SpinPanel = ({ info, onSpun }: SpinPanelProps) => {
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
const WheelImage = (props: { readonly turn: number; readonly isTurning: boolean }) => (
  <Suspense fallback={<div className={styles.wheelSpace} />}>
    <Wheel {...props} />
  </Suspense>
);
