import { useEffect, useState, type RefObject } from "react";

interface FixedWindow {
  /** Index of the first row to draw. */
  readonly first: number;
  /** Index after the last row to draw. */
  readonly end: number;
  /** To be called when the scroller scrolls. */
  readonly onScroll: () => void;
}

interface Seen {
  /** Index of the row at the top. */
  readonly top: number;
  /** Rows that fit. */
  readonly fitting: number;
}

const overscan = 16;

/**
 * Which rows of one fixed height are in sight; `atEnd` means the last ones, wherever the scroller still is. Unlike a
 * virtualizer it keeps nothing for each row, so a list may grow by thousands of rows in a frame.
 */
export const useFixedWindow = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
  atEnd = false,
): FixedWindow => {
  const [seen, setSeen] = useState<Seen>({ top: 0, fitting: 0 });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setSeen(readSeen(element, rowPx)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, rowPx]);

  const onScroll = () => {
    if (!scroller.current) return;
    const now = readSeen(scroller.current, rowPx);
    setSeen((before) => (before.top === now.top && before.fitting === now.fitting ? before : now));
  };
  const top = atEnd ? count - seen.fitting : Math.min(seen.top, count);
  return {
    first: Math.max(0, top - overscan),
    end: Math.min(count, top + seen.fitting + overscan),
    onScroll,
  };
};

const readSeen = ({ scrollTop, clientHeight }: HTMLElement, rowPx: number): Seen => ({
  top: Math.floor(scrollTop / rowPx),
  fitting: Math.ceil(clientHeight / rowPx),
});
