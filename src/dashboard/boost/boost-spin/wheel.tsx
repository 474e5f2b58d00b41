import type { CSSProperties } from "react";
import { wheel } from "../../../../resources/boost/spins/spin.ts";
import { formatPoints } from "../../lib/format/points.ts";
import styles from "./wheel.module.css";
import { fieldMiddles, fieldWidths } from "./turning.ts";
import { turnMs } from "./use-spinning.ts";
import { dollars } from "./labels.ts";

interface WheelProps {
  /** Rotation in degrees. */
  readonly turn: number;
  readonly isTurning: boolean;
}

const radius = 96;
const pegs = 24;

/** Narrower fields, in degrees, have their label along the radius, and the narrowest ones none: "Odds and fairness" lists them all. */
const labelAcross = 40;
const labelAlong = 6;

/** The wheel; the field below the pointer is the result, which is also shown as text next to it. Fields are as wide as their odds. */
export const Wheel = ({ turn, isTurning }: WheelProps) => (
  <div className={styles.wheel} aria-hidden="true">
    <svg viewBox="-110 -110 220 220">
      <circle className={styles.rim} r={106} />
      <g
        className={styles.disc}
        data-turning={isTurning || undefined}
        style={{ "--turn": `${turn}deg`, "--turn-ms": `${turnMs}ms` } as CSSProperties}
      >
        {wheel.map((field, at) => (
          <g key={at} transform={`rotate(${fieldMiddles[at]!})`} className={styles[field.rewardType.toLowerCase()]}>
            <path d={sliceOf(fieldWidths[at]!)} />
            <Label field={field} width={fieldWidths[at]!} />
          </g>
        ))}
        {Array.from({ length: pegs }, (_, at) => (
          <circle
            key={at}
            className={styles.peg}
            r={1.7}
            cy={-101}
            transform={`rotate(${(at + 0.5) * (360 / pegs)})`}
          />
        ))}
      </g>
      <circle className={styles.hub} r={19} />
      <path className={styles.bolt} d="M2-11-7 3h5l-1 9L7-3H1z" />
      <path className={styles.pointer} d="M0-88-9-109H9z" />
    </svg>
  </div>
);

type Field = (typeof wheel)[number];

const large = ({ rewardType, amount }: Field): string => {
  if (rewardType === "NONE") return "–";
  return rewardType === "USDT" ? dollars(amount) : formatPoints(amount);
};
const unitOf = ({ rewardType }: Field): string => ({ POINTS: "points", USDT: "USDT", NONE: "nothing" })[rewardType];

const Label = ({ field, width }: { readonly field: Field; readonly width: number }) => {
  if (width < labelAlong) return null;
  if (width < labelAcross)
    return (
      <text className={styles.along} transform="rotate(-90)" x={90} dy="0.35em">
        {large(field)}
      </text>
    );
  return (
    <>
      <text y={-66}>{large(field)}</text>
      <text y={-54} className={styles.unit}>
        {unitOf(field)}
      </text>
    </>
  );
};

/** Path of a field of a width in degrees, centered at the top. */
const sliceOf = (width: number): string => {
  const half = (width / 2) * (Math.PI / 180);
  const [x, y] = [radius * Math.sin(half), -radius * Math.cos(half)];
  return `M0 0 ${-x} ${y}A${radius} ${radius} 0 0 1 ${x} ${y}Z`;
};
