import { useEffect, useRef, type RefObject } from "react";
import type { Earning } from "../../../../resources/boost/points.ts";
import { runCounter } from "../../flows/boost/run-counter.ts";
import { formatPoints, formatPointsExactly, formatRunning } from "../../lib/format/points.ts";
import { useMedia } from "../../ui/use-media.ts";
import styles from "./live-points.module.css";

interface LivePointsProps {
  readonly earning: Earning;
  /** Of the node's picture: shows how full it is. */
  readonly arc: RefObject<SVGCircleElement | null>;
  /** Micro-points that can be collected, as they pass whole points and thousandths of the capacity. */
  readonly onFill: (micro: bigint) => void;
}

/** Two places large, two more small: the smallest that is seen to run. */
const places = 4;
const step = 100n;

/** What the node has earned so far, running. It writes into the page by itself: nothing is rendered for a frame. */
export const LivePoints = ({ earning, arc, onFill }: LivePointsProps) => {
  const figure = useRef<HTMLParagraphElement>(null);
  const told = useRef<HTMLSpanElement>(null);
  const isCalm = useMedia("(prefers-reduced-motion: reduce)");
  useEffect(() => {
    const [large, small] = [...figure.current!.children].map((part) => part.firstChild as Text) as [Text, Text];
    let filled = -1n;
    let length = 0;
    let newest = 0n;
    const draw = (micro: bigint): void => {
      newest = micro;
      const text = formatRunning(micro, places);
      write(large, text.slice(0, -2));
      if (text.length !== length) {
        length = text.length;
        figure.current!.style.fontSize = `${Math.min(12.5, 88 / length)}cqw`;
      }
      write(small, text.slice(-2));
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
      stop = entry!.isIntersecting ? runCounter(earning, { step, isCalm, draw }) : () => undefined;
    });
    watch.observe(figure.current!);
    const exactly = (): void => figure.current!.setAttribute("title", `${formatPointsExactly(newest)} points`);
    const element = figure.current!;
    element.addEventListener("pointerenter", exactly);
    return () => {
      stop();
      watch.disconnect();
      element.removeEventListener("pointerenter", exactly);
    };
  }, [earning, isCalm, arc, onFill]);
  return (
    <>
      <p ref={figure} className={styles.figure} aria-hidden="true">
        <strong> </strong>
        <span> </span>
      </p>
      <span ref={told} className="fh-hidden" />
      <p className={styles.unit} aria-hidden="true">
        points to collect
      </p>
    </>
  );
};

const write = (node: Text, text: string): void => {
  if (node.data !== text) node.data = text;
};
