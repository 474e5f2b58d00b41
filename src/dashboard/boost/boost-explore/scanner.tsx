import { classNames } from "../../lib/class-names.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./explore.module.css";
import type { Exploring } from "./exploring.ts";

/** Other nodes, as dots: angle in degrees and distance from the middle. */
const dots = [
  [18, 62],
  [52, 84],
  [97, 44],
  [131, 78],
  [166, 58],
  [204, 88],
  [238, 40],
  [271, 70],
  [309, 52],
  [340, 86],
] as const;

const placeOf = (degrees: number, distance: number) => ({
  cx: 100 + distance * Math.cos((degrees * Math.PI) / 180),
  cy: 100 + distance * Math.sin((degrees * Math.PI) / 180),
});

/** The scanner with its result in the middle. Decorative: the text is below. */
export const Scanner = ({ state }: { readonly state: Exploring }) => {
  const isSweeping = state.name === "proving" || state.name === "looking";
  const exploration = "exploration" in state ? state.exploration : undefined;
  return (
    <div
      className={classNames(
        styles.scanner,
        isSweeping && styles.sweeping,
        exploration && styles.revealed,
        state.name === "collected" && styles.taken,
      )}
      aria-hidden="true"
    >
      <svg viewBox="0 0 200 200">
        <circle cx="100" cy="100" r="96" className={styles.ring} />
        <circle cx="100" cy="100" r="70" className={styles.ring} />
        <circle cx="100" cy="100" r="44" className={styles.ring} />
        <path d="M4 100h192M100 4v192" className={styles.ring} />
        {dots.map(([degrees, distance], at) => (
          <circle key={degrees} {...placeOf(degrees, distance)} r={at % 3 === 0 ? 3 : 2} className={styles.dot} />
        ))}
        {/* A quarter of the disc, fading behind the hand. */}
        <g className={styles.sweep}>
          <path d="M100 100 100 4A96 96 0 0 1 183 52z" />
          <path d="M100 100 183 52A96 96 0 0 1 196 100z" className={styles.hand} />
        </g>
      </svg>
      <span className={styles.middle}>
        {exploration ? <Avatar seed={exploration.nodeId} size={92} /> : <Icon name="compass" size={44} />}
        {exploration?.isProtected && (
          <span className={styles.shield}>
            <Icon name="shield" size={22} />
          </span>
        )}
        {state.name === "collected" && (
          <span className={styles.shield}>
            <Icon name="check" size={22} />
          </span>
        )}
      </span>
    </div>
  );
};
