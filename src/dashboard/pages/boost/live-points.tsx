import { useEffect, useRef, type RefObject } from "react";
import { pointUnit, type Earning } from "../../../../resources/boost/points.ts";
import { decimalPlace } from "../../flows/boost/decimal-place.ts";
import { runCounter } from "../../flows/boost/run-counter.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { useMedia } from "../../ui/use-media.ts";
import styles from "./live-points.module.css";
import { rollStrip, RollingDigit } from "./rolling-digit.tsx";

interface LivePointsProps {
  readonly earning: Earning;
  /** The node image, which shows the fill level. */
  readonly arc: RefObject<SVGCircleElement | null>;
  /** Micro-points that can be collected, as they pass whole points and thousandths of the capacity. */
  readonly onFill: (micro: bigint) => void;
}

/** Two places behind the point are large, two small: the last is the smallest that is seen to run. */
const places = [1, 2, 3, 4] as const;
const charactersAfterWhole = 5;

/** The live counter of earned points. Updates the DOM without rendering, and only for whole points. */
export const LivePoints = ({ earning, arc, onFill }: LivePointsProps) => {
  const figure = useRef<HTMLParagraphElement>(null);
  const whole = useRef<HTMLSpanElement>(null);
  const told = useRef<HTMLSpanElement>(null);
  const strips = useRef<(HTMLSpanElement | null)[]>([]);
  const isCalm = useMedia("(prefers-reduced-motion: reduce)");
  useEffect(() => {
    const element = figure.current!;
    const rolls = strips.current.map((strip) => rollStrip(strip!));
    let filled = -1n;
    let newest = 0n;
    const tell = (micro: bigint, perSecond: number): void => {
      newest = micro;
      writeWhole(element, whole.current!, (micro / pointUnit).toLocaleString("en"));
      for (const [index, place] of places.entries()) {
        const { digit, pace } = decimalPlace(micro, perSecond, place);
        rolls[index]!.set(digit, isCalm ? 0 : pace);
      }
      const share = earning.capacity === 0n ? 0n : (micro * 1000n) / earning.capacity;
      if (share === filled) return;
      filled = share;
      arc.current?.setAttribute("stroke-dasharray", `${share} 1001`);
      told.current!.textContent = `${formatPoints(micro)} points to collect`;
      onFill(micro);
    };
    // Out of view nothing is counted; the browser sees to it where the whole page is.
    let stop = (): void => undefined;
    const watch = new IntersectionObserver(([entry]) => {
      stop();
      stop = entry!.isIntersecting ? runCounter(earning, tell) : () => undefined;
    });
    watch.observe(element);
    const exactly = (): void => element.setAttribute("title", `${formatPointsExactly(newest)} points`);
    element.addEventListener("pointerenter", exactly);
    return () => {
      stop();
      watch.disconnect();
      for (const roll of rolls) roll.end();
      element.removeEventListener("pointerenter", exactly);
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
      <span ref={told} className="fh-hidden" />
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
