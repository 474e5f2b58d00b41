import { useEffect, useMemo, useRef, useState } from "react";
import {
  drawPlan,
  faceOf,
  heldPlot,
  outline,
  planHeight,
  planWidth,
  type Plot,
  type Point,
  type Street,
} from "../../../lib/title-plan.ts";
import styles from "./title-plan-view.module.css";

/** Pattern without a digest: straight cuts through the center of each plot. */
const initialBytes = Array.from({ length: 32 }, () => 127.5);
const streetWidths = [11, 7, 4.5, 2.5];

/** Draws a digest's pattern: each plot shows its two bytes, and the selected plot is filled. */
export const TitlePlanView = ({ digest, label }: { readonly digest: Uint8Array; readonly label: string }) => {
  const target = useMemo(() => [...digest], [digest]);
  const { plots, streets } = drawPlan(useMorph(initialBytes, target));
  const held = heldPlot(digest);
  return (
    <svg className={styles.plan} viewBox={`0 0 ${planWidth} ${planHeight}`} role="img" aria-label={label}>
      <defs>
        <pattern id="fh-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V7" className={styles.hatchLine} />
        </pattern>
      </defs>
      {plots.map(({ corners }, index) => (
        <g key={index} className={styles[faceOf(digest, index, held)]}>
          <path className={styles.ground} d={outline(corners)} />
          <path className={styles.hatch} d={outline(corners)} fill="url(#fh-hatch)" />
        </g>
      ))}
      <g className={styles.kerbs}>{streets.map((street, index) => streetLine(street, index, 2))}</g>
      <g className={styles.streets}>{streets.map((street, index) => streetLine(street, index, 0))}</g>
      {plots.map(({ centre: [x, y] }, index) => (
        <text key={index} className={index === held ? styles.heldLabel : styles.label} x={x} y={y}>
          {bytesOf(digest, index)}
        </text>
      ))}
      <Stakes plot={plots[held]!} />
    </svg>
  );
};

const Stakes = ({ plot }: { readonly plot: Plot }) => (
  <g className={styles.stakes}>
    <path d={outline(plot.corners.map((corner) => towards(corner, plot.centre, 13)))} />
    {plot.corners.map((corner, index) => {
      const [x, y] = towards(corner, plot.centre, 13);
      return <circle key={index} cx={x} cy={y} r="4" />;
    })}
  </g>
);

const bytesOf = (digest: Uint8Array, index: number): string =>
  [digest[index * 2]!, digest[index * 2 + 1]!].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const streetLine = ({ from, to, depth }: Street, key: number, kerb: number) => (
  <line key={key} x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} strokeWidth={streetWidths[depth]! + kerb} />
);

/** Moves the corner `distance` towards the centre. */
const towards = ([x, y]: Point, [centreX, centreY]: Point, distance: number): Point => {
  const length = Math.hypot(centreX - x, centreY - y);
  const share = Math.min(0.45, distance / length);
  return [x + (centreX - x) * share, y + (centreY - y) * share];
};

const morphMs = 620;
const easeOut = (share: number): number => 1 - (1 - share) ** 4;

/** Animates numbers to `target` when it changes. Jumps with reduced motion. */
const useMorph = (start: readonly number[], target: readonly number[]): readonly number[] => {
  const [shown, setShown] = useState(start);
  const current = useRef(start);
  useEffect(() => {
    const from = current.current;
    const started = performance.now();
    const show = (share: number): void => {
      current.current = target.map((value, index) => from[index]! + (value - from[index]!) * easeOut(share));
      setShown(current.current);
    };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return show(1);
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, Math.max(0, (now - started) / morphMs));
      show(share);
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
};
