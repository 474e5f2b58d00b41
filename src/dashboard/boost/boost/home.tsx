import { lazy, Suspense, useMemo, useRef, useState, useEffect } from "react";
import { fullAt } from "../../../../resources/boost/nodes/full.ts";
import { type NodeInfo, collectPoints } from "../../../../resources/boost/nodes/node-calls.ts";
import { isLocked, type Earning } from "../../../../resources/boost/nodes/points.ts";
import { celebrateLightly } from "../flows/boost/celebrate.ts";
import { boostToast, toastProblem } from "../flows/boost/boost-toast.ts";
import { earningOf } from "../flows/boost/earning.ts";
import { serverNow, applyNode } from "../flows/boost/node.ts";
import { useRate } from "../flows/boost/use-rate.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./home.module.css";
import { LivePoints } from "./live-points.tsx";
import { NodeGraphic } from "./node-graphic.tsx";

/** Loaded separately, so that the node renders first. */
const Ways = lazy(() => import("./ways.tsx").then((module) => ({ default: module.Ways })));

/** The user's node: rate, points to collect and ways to earn more. */
export const Home = ({ info }: { readonly info: NodeInfo }) => {
  const earning = useMemo(() => earningOf(info), [info]);
  const { total } = useRate(info);
  const arc = useRef<SVGCircleElement>(null);
  const [filled, setFilled] = useState(0n);
  const isFull = filled >= earning.capacity;
  return (
    <>
      <section className={`boost-deep ${styles.hero}`} aria-label="Your node">
        <div className={styles.left}>
          <NodeGraphic
            stages={info.stages}
            turnSeconds={isLocked(earning) || isFull ? undefined : turnSeconds(total)}
            isProtected={info.protectExpiredAt > serverNow()}
            isFull={isFull}
            arc={arc}
          >
            <LivePoints earning={earning} arc={arc} onFill={setFilled} />
          </NodeGraphic>
          <Protection until={info.protectExpiredAt} />
        </div>
        <div className={styles.facts}>
          <h1>Your node</h1>
          <p className={styles.game}>
            It earns Boost points every hour until it is full. Collect them before others do.
          </p>
          <Facts info={info} earning={earning} filled={filled} />
          <Collect isFull={isFull} />
        </div>
      </section>
      <Suspense fallback={<div className={styles.ways} />}>
        <Ways />
      </Suspense>
      <Panels />
    </>
  );
};

/** Returns the orbit time of the moons. Faster for higher rates: 20 s at 30 points per hour, 12 s at 330. */
const turnSeconds = (perHour: bigint): number => 40 / (1 + Math.log10(1 + Number(perHour / 1_000_000n) / 3.3));

/** Collects the node's points. Shows the result once the server confirms it. */
const Collect = ({ isFull }: { readonly isFull: boolean }) => {
  const { act, acting } = useAct(collectPoints, {
    onError: toastProblem,
    onDone: ({ collected, info }) => {
      applyNode(info);
      if (collected === "0") return boostToast("info", "Nothing to collect yet");
      boostToast("success", `Collected ${formatPoints(collected)} points`);
      void celebrateLightly();
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

/** Shows whether the node is protected, and for how long. Updates every second. */
const Protection = ({ until }: { readonly until: number }) => {
  const [, setTurn] = useState(0);
  const left = until - serverNow();
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setTurn((turn) => turn + 1), 1000);
    return () => clearInterval(timer);
  }, [until, isOver]);
  if (isOver)
    return (
      <p
        className={`${styles.shield} ${styles.none}`}
        title="Other nodes can collect up to half of your uncollected points."
      >
        <Icon name="shield" size={16} />
        Not protected
      </p>
    );
  return (
    <p className={styles.shield} title="Other nodes can't collect your points until then.">
      <Icon name="shield" size={16} />
      Protected for {formatDuration(left)}
    </p>
  );
};

/** Loaded separately, so that the node renders first. */
const MorePanels = lazy(() => import("./more-panels.tsx").then((module) => ({ default: module.MorePanels })));

/** Other ways to earn. */
const Panels = () => (
  <div className={styles.panels}>
    <Suspense fallback={<Bars />}>
      <MorePanels />
    </Suspense>
  </div>
);

const Bars = () => (
  <>
    <span className={styles.bars} />
    <span className={styles.bars} />
  </>
);

interface FactsProps {
  readonly info: NodeInfo;
  readonly earning: Earning;
  /** Micro-points that can be collected. */
  readonly filled: bigint;
}

/** The hourly rate with its components, and the fill level. */
const Facts = ({ info, earning, filled }: FactsProps) => {
  const { base, boost, total } = useRate(info);
  return (
    <>
      <div>
        <p className={styles.rate} title={`${formatPointsExactly(total)} points per hour`}>
          {formatPoints(total)} <small>points per hour</small>
        </p>
        <p className={styles.sum}>
          <strong>{formatPoints(base)}</strong> base + <strong>{formatPoints(boost)}</strong> boosts
          {info.rateBuff > 0 && (
            <>
              , <strong title={`${info.rateBuff}%`}>+{Math.floor(info.rateBuff * 100) / 100}%</strong> from stakes and
              tokens
            </>
          )}
        </p>
        {base === 0n && <p>Your node is locked. Boosts need a base rate.</p>}
      </div>
      <Capacity earning={earning} filled={filled} />
    </>
  );
};

const Capacity = ({ earning, filled }: Omit<FactsProps, "info">) => {
  const { capacity } = earning;
  const share = capacity === 0n ? 0 : Math.min(1, Number((filled * 1000n) / capacity) / 1000);
  return (
    <div className={styles.capacity}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Capacity"
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ transform: `scaleX(${share})` }} />
      </div>
      <p>
        <span>
          Capacity <strong>{formatPoints(capacity)}</strong>
        </span>
        <span>{untilFull(earning)}</span>
      </p>
    </div>
  );
};

const untilFull = (earning: Earning): string => {
  const now = serverNow();
  const full = fullAt(earning, now);
  if (full === undefined) return "";
  return full <= now ? "Full" : `Full in ${formatRoughly(full - now)}`;
};

/** Formats a rounded duration: "9 h 12 min", "5 days". */
const formatRoughly = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes >= 2 * 1440) return `${Math.floor(minutes / 1440)} days`;
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
