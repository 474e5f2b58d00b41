import { lazy, Suspense, useMemo, useRef, useState } from "react";
import type { NodeInfo } from "../../../../resources/boost/node-calls.ts";
import { isLocked } from "../../../../resources/boost/points.ts";
import { earningOf } from "../../flows/boost/earning.ts";
import { serverNow } from "../../flows/boost/node.ts";
import { useRate } from "../../flows/boost/use-rate.ts";
import { Collect } from "./collect.tsx";
import { Facts } from "./facts.tsx";
import styles from "./home.module.css";
import { LivePoints } from "./live-points.tsx";
import { NodeGraphic } from "./node-graphic.tsx";
import { Panels } from "./panels.tsx";
import { Protection } from "./protection.tsx";

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
