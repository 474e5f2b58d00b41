import { memo, useEffect, useLayoutEffect, useRef, type CSSProperties } from "react";
import { classNames } from "../../lib/class-names.ts";
import { formatMoment, formatTime } from "../../lib/format/date.ts";
import { useFixedWindow } from "../table/use-fixed-window.ts";
import { parseAnsi, type AnsiStyle } from "./ansi.ts";
import { markSpans } from "./mark-spans.ts";
import styles from "./log-view.module.css";

export interface LogRow {
  readonly seq: number;
  /** Integer Unix seconds. */
  readonly timestamp: number;
  readonly content: string;
}

interface LogViewProps {
  /** Name for assistive technology. */
  readonly label: string;
  /** May grow in place: each render reads its length. */
  readonly rows: readonly LogRow[];
  /** Keeps the newest line visible. Scrolling up ends it, reaching the end starts it again. */
  readonly following: boolean;
  readonly onFollowingChange: (following: boolean) => void;
  /** Search query, highlighted everywhere. */
  readonly query?: string;
  /** Index of the row to scroll to and to highlight. */
  readonly current?: number | undefined;
}

const rowPx = 21;
const nearEndPx = 24;

/** Terminal output of any length: only the visible lines are in the document. */
export const LogView = ({ label, rows, following, onFollowingChange, query = "", current }: LogViewProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const shown = useFixedWindow(scroller, rows.length, rowPx, following);

  useLayoutEffect(() => {
    if (following && scroller.current) toEnd(scroller.current);
  }, [following, rows.length]);

  useEffect(() => {
    const element = scroller.current;
    if (!following || !element) return undefined;
    const observer = new ResizeObserver(() => toEnd(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [following]);

  useLayoutEffect(() => {
    if (current !== undefined && scroller.current) bringIntoSight(scroller.current, current);
  }, [current]);

  const onScroll = () => {
    shown.onScroll();
    const { scrollTop, scrollHeight, clientHeight } = scroller.current!;
    const wentUp = scrollTop < lastTop.current - 1;
    const atEnd = scrollTop + clientHeight >= scrollHeight - nearEndPx;
    lastTop.current = scrollTop;
    if (wentUp && following && !atEnd) onFollowingChange(false);
    else if (atEnd && !following && !wentUp) onFollowingChange(true);
  };

  const gutter = { "--gutter": `${String(rows.at(-1)?.seq ?? 1).length}ch` } as CSSProperties;
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      style={gutter}
      onScroll={onScroll}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <div className={styles.canvas} style={{ height: rows.length * rowPx }}>
        <div className={styles.window} style={{ transform: `translateY(${shown.first * rowPx}px)` }}>
          {rows.slice(shown.first, shown.end).map((row, index) => (
            <Line key={row.seq} row={row} query={query} isCurrent={shown.first + index === current} />
          ))}
        </div>
      </div>
    </div>
  );
};

const toEnd = (scroller: HTMLElement): void => {
  scroller.scrollTop = scroller.scrollHeight;
};

/** Scrolls a row to the middle, unless it is visible already. */
const bringIntoSight = (scroller: HTMLElement, row: number): void => {
  const { scrollTop, clientHeight } = scroller;
  const top = row * rowPx;
  if (top < scrollTop + rowPx || top > scrollTop + clientHeight - 3 * rowPx)
    scroller.scrollTo({ top: top - clientHeight / 2, left: 0 });
};

interface LineProps {
  readonly row: LogRow;
  readonly query: string;
  readonly isCurrent: boolean;
}

const Line = memo(({ row, query, isCurrent }: LineProps) => (
  <div className={classNames(styles.line, isCurrent && styles.current)} aria-current={isCurrent || undefined}>
    <span className={styles.number}>{row.seq}</span>
    <time className={styles.time} title={formatMoment(row.timestamp)}>
      {formatTime(row.timestamp)}
    </time>
    <span className={styles.content}>
      {markSpans(parseAnsi(row.content), query).map(({ text, style, marked }, index) => {
        const Tag = marked ? "mark" : "span";
        return (
          // Spans of a line never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <Tag key={index} className={classesOf(style)}>
            {text}
          </Tag>
        );
      })}
    </span>
  </div>
));

const classesOf = ({ color, bold, dim, italic, underline }: AnsiStyle): string =>
  classNames(
    color && styles[color],
    bold && styles["bold"],
    dim && styles["dim"],
    italic && styles["italic"],
    underline && styles["underline"],
  );
