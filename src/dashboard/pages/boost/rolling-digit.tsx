import type { Ref } from "react";
import styles from "./live-points.module.css";

interface RollingDigitProps {
  readonly ref: Ref<HTMLSpanElement>;
}

/** From 0 to 9, and 0 again, so that the last step is like the others. */
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
  /** `digit` from 0 up to 10; `pace` in digits a second. */
  set(digit: number, pace: number): void;
  end(): void;
}

const msPerDigit = 1000;

/** The browser moves a strip by itself, apart from the page's own thread: nothing is computed or written for a frame. */
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
