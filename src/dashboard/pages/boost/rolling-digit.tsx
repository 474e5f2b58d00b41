import type { Ref } from "react";
import styles from "./live-points.module.css";

interface RollingDigitProps {
  readonly ref: Ref<HTMLSpanElement>;
}

/** 0 to 9, and 0 again for a smooth wraparound. */
const digits = Array.from({ length: 11 }, (_, index) => index % 10);

/** A rolling digit: a strip behind a one-line window. */
export const RollingDigit = ({ ref }: RollingDigitProps) => (
  <span className={styles.digit}>
    <span ref={ref} className={styles.strip}>
      {digits.map((digit, index) => (
        <span key={index}>{digit}</span>
      ))}
    </span>
  </span>
);

export interface Roll {
  /** `digit` from 0 up to 10, `pace` in digits per second. */
  set(digit: number, pace: number): void;
  end(): void;
}

const msPerDigit = 1000;

/** Animates a strip off the main thread, without any work per frame. */
export const rollStrip = (strip: HTMLElement): Roll => {
  const animation = strip.animate([{ transform: "none" }, { transform: `translateY(${-1000 / digits.length}%)` }], {
    duration: 10 * msPerDigit,
    iterations: Infinity,
    easing: "steps(10, end)",
  });
  return {
    set: (digit, pace) => {
      animation.playbackRate = pace;
      animation.currentTime = digit * msPerDigit;
    },
    end: () => animation.cancel(),
  };
};
