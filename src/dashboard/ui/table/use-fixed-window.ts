import { useEffect, useState, type RefObject } from "react";

interface FixedWindow {
  /** Index of the first row to draw. */
  readonly first: number;
  /** Index after the last row to draw. */
  readonly end: number;
  /**
   * Returns React's key for a row by its index. A row keeps it while it is drawn; after a jump to rows that were not
   * drawn, the new rows reuse the keys and with them the elements of the old ones: creating elements takes most of a
   * frame.
   */
  readonly keyOf: (index: number) => number;
  /** Handler of the scroller's scroll event. */
  readonly onScroll: () => void;
}

interface Seen {
  /** Index of the row at the top. */
  readonly top: number;
  /** Number of rows that fit. */
  readonly fitting: number;
  /** Offset between an index and its key. */
  readonly keyOffset: number;
}

const overscan = 16;

/**
 * Returns the visible rows of a list with one row height; `atEnd` means the last ones, regardless of the scroll
 * position. Unlike a virtualizer it stores nothing per row, so a list may grow by thousands of rows in a frame.
 */
export const useFixedWindow = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
  atEnd = false,
): FixedWindow => {
  const [seen, setSeen] = useState<Seen>({ top: 0, fitting: 0, keyOffset: 0 });

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
    keyOf: (index) => index - seen.keyOffset,
    onScroll,
  };
};

const topOf = ({ scrollTop }: HTMLElement, rowPx: number): number => Math.floor(scrollTop / rowPx);

const scrolled = (before: Seen, top: number): Seen => {
  if (before.top === top) return before;
  const rows = top - before.top;
  const isJump = Math.abs(rows) >= before.fitting + 2 * overscan;
  return { ...before, top, keyOffset: isJump ? before.keyOffset + rows : before.keyOffset };
};
