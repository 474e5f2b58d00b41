import { useEffect, useRef, type RefObject, type Ref } from "react";
import { pointUnit, type Earning } from "../../../../resources/boost/nodes/points.ts";
import { decimalPlace } from "../flows/boost/decimal-place.ts";
import { shownAt } from "../flows/boost/earning.ts";
import { cloudNowMs } from "../flows/boost/node.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { useMedia } from "../../ui/use-media.ts";
import styles from "./live-points.module.css";

interface LivePointsProps {
  readonly earning: Earning;
  /** The node image, which shows the fill level. */
  readonly arc: RefObject<SVGCircleElement | null>;
  /** Called with the collectable micro-points when they cross a thousandth of the capacity. */
  readonly onFill: (micro: bigint) => void;
}

/** Decimal places: two large, two small. More digits would change too fast to read. */
const places = [1, 2, 3, 4] as const;
const charactersAfterWhole = 5;

/** The live counter of earned points. Updates the DOM without rendering, and only for whole points. */
export const LivePoints = ({ earning, arc, onFill }: LivePointsProps) => {
  const figure = useRef<HTMLParagraphElement>(null);
  const whole = useRef<HTMLSpanElement>(null);
  const announcement = useRef<HTMLSpanElement>(null);
  const strips = useRef<(HTMLSpanElement | null)[]>([]);
  const isCalm = useMedia("(prefers-reduced-motion: reduce)");
  useEffect(() => {
    const element = figure.current!;
    const rolls = strips.current.map((strip) => rollStrip(strip!));
    let filled = -1n;
    let newest = 0n;
    const update = (micro: bigint, perSecond: number): void => {
      newest = micro;
      writeWhole(element, whole.current!, (micro / pointUnit).toLocaleString("en"));
      for (const [index, place] of places.entries()) {
        const { digit, digitsPerSecond } = decimalPlace(micro, perSecond, place);
        rolls[index]!.set(digit, isCalm ? 0 : digitsPerSecond);
      }
      const share = earning.capacity === 0n ? 0n : (micro * 1000n) / earning.capacity;
      if (share === filled) return;
      filled = share;
      arc.current?.setAttribute("stroke-dasharray", `${share} 1001`);
      announcement.current!.textContent = `${formatPoints(micro)} points to collect`;
      onFill(micro);
    };
    // Stops while out of view. Browsers pause animation frames of hidden pages.
    let stop = (): void => undefined;
    const watch = new IntersectionObserver(([entry]) => {
      stop();
      stop = entry!.isIntersecting ? runCounter(earning, update) : () => undefined;
    });
    watch.observe(element);
    const showExactValue = (): void => element.setAttribute("title", `${formatPointsExactly(newest)} points`);
    element.addEventListener("pointerenter", showExactValue);
    return () => {
      stop();
      watch.disconnect();
      for (const roll of rolls) roll.end();
      element.removeEventListener("pointerenter", showExactValue);
    };
  }, [earning, isCalm, arc, onFill]);
  const digit = (index: number) => <RollingDigit ref={(strip) => void (strips.current[index] = strip)} />;
  return (
    <>
      <p ref={figure} className={styles.figure} aria-hidden="true">
        <strong>
          <span ref={whole}>0</span>.{digit(0)}
          {digit(1)}
        </strong>
        <small>
          {digit(2)}
          {digit(3)}
        </small>
      </p>
      <span ref={announcement} className="fh-hidden" />
      <p className={styles.unit} aria-hidden="true">
        points to collect
      </p>
    </>
  );
};

const writeWhole = (figure: HTMLElement, whole: HTMLElement, text: string): void => {
  if (whole.textContent === text && figure.style.fontSize !== "") return;
  whole.textContent = text;
  figure.style.fontSize = `${Math.min(12.5, 88 / (text.length + charactersAfterWhole))}cqw`;
};

interface RollingDigitProps {
  readonly ref: Ref<HTMLSpanElement>;
}

/** 0 to 9, and 0 again for a smooth wraparound. */
const digits = Array.from({ length: 11 }, (_, index) => index % 10);

/** A rolling digit: a strip behind a one-line window. */
const RollingDigit = ({ ref }: RollingDigitProps) => (
  <span className={styles.digit}>
    <span ref={ref} className={styles.strip}>
      {digits.map((digit, index) => (
        <span key={index}>{digit}</span>
      ))}
    </span>
  </span>
);

interface Roll {
  /** `digit` from 0 up to 10, `pace` in digits per second. */
  set(digit: number, pace: number): void;
  end(): void;
}

const msPerDigit = 1000;

/** Animates a strip off the main thread, without any work per frame. */
const rollStrip = (strip: HTMLElement): Roll => {
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

/** Receives micro-points, and their growth per second. */
type OnValue = (micro: bigint, perSecond: number) => void;

const secondMs = 1000;

/**
 * Calls `tell` now, every second of the server's clock, since the rate may change, and at each whole point. The browser throttles it while
 * the page is hidden. Returns a stop function.
 */
const runCounter = (earning: Earning, onValue: OnValue): (() => void) => {
  let timer = 0;
  const tick = (): void => {
    const now = cloudNowMs();
    const micro = shownAt(earning, now);
    const toSecond = secondMs - (now % secondMs);
    // Within a second the amount grows linearly.
    const perSecond = (Number(shownAt(earning, now + toSecond - 1) - micro) / Math.max(1, toSecond - 1)) * secondMs;
    onValue(micro, perSecond);
    const toPoint = perSecond > 0 ? (Number(pointUnit - (micro % pointUnit)) / perSecond) * secondMs : secondMs;
    timer = window.setTimeout(tick, Math.ceil(Math.min(toSecond, toPoint)));
  };
  tick();
  return () => clearTimeout(timer);
};
