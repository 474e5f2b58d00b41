import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { formatDay, formatMoment } from "../../lib/format/date.ts";
import { isDaily, stepOf } from "./chart-points.ts";
import type { ChartData, ChartKind, ChartUnit } from "./chart-types.ts";
import { chartUnits } from "./chart-units.ts";
import styles from "./chart.module.css";
import { drawChart, type ChartHandle, type Pointed } from "./draw-chart.ts";

interface ChartCanvasProps {
  readonly summary: string;
  readonly data: ChartData;
  readonly unit: ChartUnit;
  readonly kind: ChartKind;
  readonly heightPx: number;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** The chart with its tooltip. The pointer, focus and arrow keys select a point in time, Escape clears the selection. */
export const ChartCanvas = ({ summary, data, unit, kind, heightPx }: ChartCanvasProps) => {
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef<ChartHandle>(undefined);
  const latest = useRef(data);
  const [pointed, setPointed] = useState<Pointed>();
  const shape = `${kind} ${unit} ${heightPx} ${data.series.length} ${stepOf(data.times)}`;

  useEffect(() => {
    drawn.current = drawChart(host.current!, latest.current, { kind, unit, heightPx, onPoint: setPointed });
    return () => drawn.current?.stop();
    // oxlint-disable-next-line react/exhaustive-deps -- the shape tells when to redraw from scratch
  }, [shape]);
  useEffect(() => {
    if (latest.current === data) return;
    latest.current = data;
    drawn.current?.update(data);
  }, [data]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return drawn.current?.leave();
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    drawn.current?.move(step);
  };
  return (
    <div
      ref={host}
      className={styles.canvas}
      style={{ height: heightPx }}
      role="img"
      aria-label={summary}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => target.matches(":focus-visible") && drawn.current?.move(Infinity)}
      onBlur={() => drawn.current?.leave()}
    >
      {pointed && <Tooltip data={data} unit={unit} pointed={pointed} />}
    </div>
  );
};

const Tooltip = ({ data, unit, pointed }: Pick<ChartCanvasProps, "data" | "unit"> & { readonly pointed: Pointed }) => {
  const time = data.times[pointed.index];
  if (time === undefined) return null;
  return (
    <div
      className={styles.tooltip}
      style={{ insetInlineStart: `clamp(0px, calc(${pointed.left}px - 90px), calc(100% - 180px))` }}
      role="status"
    >
      <strong>{isDaily(data.times) ? formatDay(time) : formatMoment(time)}</strong>
      {data.series.map(({ label, values }, index) => {
        const value = values[pointed.index];
        return (
          <span key={label} className={styles.entry}>
            <i className={styles.mark} data-series={index % 4} />
            {label}
            <b>{value === null || value === undefined ? "–" : chartUnits[unit].format(value)}</b>
          </span>
        );
      })}
    </div>
  );
};
