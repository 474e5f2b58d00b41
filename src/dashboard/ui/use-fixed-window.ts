import { useEffect, useState, type RefObject } from "react";

interface FixedWindow {
  /** Index of the first row to draw. */
  readonly first: number;
  /** Index after the last row to draw. */
  readonly end: number;
  /**
   * React's key for a row by its index. A row keeps it while it is drawn; after a leap to where no row was drawn, the new rows take
   * the keys of the old ones, and with them their elements: creating elements takes most of a frame.
   */
  readonly keyOf: (index: number) => number;
  /** To be called when the scroller scrolls. */
  readonly onScroll: () => void;
}

interface Seen {
  /** Index of the row at the top. */
  readonly top: number;
  /** Rows that fit. */
  readonly fitting: number;
  /** What is taken off an index for its key. */
  readonly leapt: number;
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
  const [seen, setSeen] = useState<Seen>({ top: 0, fitting: 0, leapt: 0 });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const see = () => {
      const [top, fitting] = [topOf(element, rowPx), Math.ceil(element.clientHeight / rowPx)];
      setSeen((before) => ({ ...before, top, fitting }));
    };
    const observer = new ResizeObserver(see);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, rowPx]);

  const onScroll = () => {
    if (!scroller.current) return;
    const top = topOf(scroller.current, rowPx);
    setSeen((before) => scrolled(before, top));
  };
  const top = atEnd ? count - seen.fitting : Math.min(seen.top, count);
  return {
    first: Math.max(0, top - overscan),
    end: Math.min(count, top + seen.fitting + overscan),
    keyOf: (index) => index - seen.leapt,
    onScroll,
  };
};

const topOf = ({ scrollTop }: HTMLElement, rowPx: number): number => Math.floor(scrollTop / rowPx);

const scrolled = (before: Seen, top: number): Seen => {
  if (before.top === top) return before;
  const rows = top - before.top;
  const isLeap = Math.abs(rows) >= before.fitting + 2 * overscan;
  return { ...before, top, leapt: isLeap ? before.leapt + rows : before.leapt };
};
