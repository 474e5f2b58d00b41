import { useEffect, useRef } from "react";
import { arriveBottomPx } from "../../../../resources/limits.ts";
import styles from "./arrive-bottom.module.css";
import { Button } from "../button.tsx";
import { Spinner } from "../states/spinner.tsx";

interface ArriveBottomProps {
  /** Called near the end of the page, and again until the rows fill it. */
  readonly onArriveBottom: () => void;
  /** Number of rows: the end is checked again when it grows. */
  readonly loaded: number;
  /** Whether more rows can load. */
  readonly more: boolean;
  readonly loading: boolean;
  /** Loading error, shown with a retry button. */
  readonly error?: string;
}

/** End of an infinite list: shows 'Loading...' and loads more rows. */
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
    // After loading more rows the end may still be visible, and the observer does not fire again.
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
