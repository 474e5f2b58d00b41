import { useEffect, useRef } from "react";
import { arriveBottomPx } from "../../../resources/limits.ts";
import styles from "./arrive-bottom.module.css";
import { Button } from "./button.tsx";
import { Spinner } from "./spinner.tsx";

interface ArriveBottomProps {
  /** Called when the reader comes near the end of the page, and again while what was loaded does not fill it. */
  readonly onArriveBottom: () => void;
  /** How many lines are there: the end is looked at anew whenever there are more. */
  readonly loaded: number;
  /** Whether there is anything left to load. */
  readonly more: boolean;
  readonly loading: boolean;
  /** Why loading failed: it goes on when the reader asks for it. */
  readonly error?: string;
}

/** Stands below a list that grows as it is read: says 'Loading...' and asks for more in time. */
export const ArriveBottom = ({ onArriveBottom, loaded, more, loading, error }: ArriveBottomProps) => {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(onArriveBottom);
  useEffect(() => {
    latest.current = onArriveBottom;
  });
  const waiting = more && !loading && !error;
  useEffect(() => {
    if (!waiting) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: `0px 0px ${arriveBottomPx}px` },
    );
    observer.observe(element.current!);
    return () => observer.disconnect();
    // A longer list may still end in sight, and then the browser has nothing new to tell.
  }, [waiting, loaded]);
  return (
    <div ref={element} className={styles.bottom} role="status">
      {loading && (
        <>
          <Spinner />
          Loading...
        </>
      )}
      {error && !loading && (
        <>
          {error}
          <Button size="small" icon="refresh" onClick={onArriveBottom}>
            Retry
          </Button>
        </>
      )}
    </div>
  );
};
