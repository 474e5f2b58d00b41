import { lazy, Suspense } from "react";
import { spinHistory, spinInfo, usdtBalance, usdtLog } from "../../../../resources/boost/spin-calls.ts";
import { loadNode, useNode } from "../../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import { LazyChances, SpinPanel, WheelImage } from "./spin-panel.tsx";
import styles from "./spin.module.css";
import { usePaged } from "./use-paged.ts";

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
