import type { CSSProperties, ReactNode, Ref } from "react";
import { boostStages, type BoostStage } from "../../../../resources/boost/limits.ts";
import styles from "./node-graphic.module.css";

interface NodeGraphicProps {
  readonly stages: readonly BoostStage[];
  /** Orbit time of the moons. Undefined stops them. */
  readonly turnSeconds: number | undefined;
  readonly isProtected: boolean;
  readonly isFull?: boolean;
  /** The arc whose `stroke-dasharray` shows the fill level, out of 1000. */
  readonly arc?: Ref<SVGCircleElement>;
  /** Content in the center. */
  readonly children: ReactNode;
}

/** Ring radius of each stage. */
const rings = [158, 142, 126] as const;

/** A ring for each stage, with a moon once it is open. Around them, the fill level and the shield. */
export const NodeGraphic = ({ stages, turnSeconds, isProtected, isFull = false, arc, children }: NodeGraphicProps) => (
  <div className={styles.node} data-full={isFull || undefined} data-still={turnSeconds === undefined || undefined}>
    <svg viewBox="0 0 400 400" aria-hidden="true">
      <mask id="boost-filled">
        <circle ref={arc} r="182" pathLength="1000" strokeDasharray="0 1001" className={styles.arc} />
      </mask>
      <g transform="translate(200 200) rotate(-90)">
        <circle r="182" pathLength="360" className={styles.ticks} />
        <circle r="182" pathLength="360" className={styles.filled} mask="url(#boost-filled)" />
        {rings.map((radius, at) => (
          <circle key={radius} r={radius} className={stages.includes(boostStages[at]!) ? styles.open : styles.closed} />
        ))}
        {isProtected && <circle r="195" className={styles.shield} />}
      </g>
    </svg>
    <span className={styles.glow} />
    {turnSeconds !== undefined && <span className={styles.moon} style={orbit(110, turnSeconds)} />}
    {turnSeconds !== undefined &&
      rings.map(
        (radius, at) =>
          stages.includes(boostStages[at]!) && (
            <span key={radius} className={styles.moon} style={orbit(radius, turnSeconds * (1.4 + at * 0.6))} />
          ),
      )}
    <div className={styles.middle}>{children}</div>
  </div>
);

/** Sets an orbit. The radius is in units of the image, which is 400 wide. */
const orbit = (radius: number, seconds: number): CSSProperties =>
  ({ "--radius": `${radius / 4}cqw`, animationDuration: `${seconds.toFixed(1)}s` }) as CSSProperties;
