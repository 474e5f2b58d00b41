import { memo, useLayoutEffect, useRef, type CSSProperties } from "react";
import { classNames } from "../../lib/class-names.ts";
import { formatMoment, formatTime } from "../../lib/format/date.ts";
import { useFixedWindow } from "../use-fixed-window.ts";
import { parseAnsi, type AnsiStyle } from "./ansi.ts";
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
  /** May grow in place: each render reads its length anew. */
  readonly rows: readonly LogRow[];
  /** Keeps the newest line in sight. Scrolling up ends it, reaching the end begins it again. */
  readonly following: boolean;
  readonly onFollowingChange: (following: boolean) => void;
}

const rowPx = 21;
const nearEndPx = 24;

/** Terminal output of any length: only the lines in sight are in the document. */
export const LogView = ({ label, rows, following, onFollowingChange }: LogViewProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef(0);
  const shown = useFixedWindow(scroller, rows.length, rowPx, following);

  useLayoutEffect(() => {
    if (following && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [following, rows.length]);

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
          {rows.slice(shown.first, shown.end).map((row) => (
            <Line key={row.seq} row={row} />
          ))}
        </div>
      </div>
    </div>
  );
};

const Line = memo(({ row }: { readonly row: LogRow }) => (
  <div className={styles.line}>
    <span className={styles.number}>{row.seq}</span>
    <time className={styles.time} title={formatMoment(row.timestamp)}>
      {formatTime(row.timestamp)}
    </time>
    <span className={styles.content}>
      {parseAnsi(row.content).map(({ text, style }, index) => (
        // Spans of a line never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className={classesOf(style)}>
          {text}
        </span>
      ))}
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
