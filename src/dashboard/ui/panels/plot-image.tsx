import { useId, useMemo } from "react";
import { digestOf } from "../../lib/cid/digest-of.ts";
import {
  drawPlan,
  faceOf,
  heldPlot,
  outline,
  planHeight,
  planWidth,
  type Face,
  type Street,
} from "../../lib/title-plan.ts";
import styles from "./plot-image.module.css";

interface PlotImageProps {
  /** A CID, or any other ID. The same ID gives the same image. */
  readonly id: string;
}

/** Decorative image for a record: the start page's plots, drawn from its ID. Fills its container. */
export const PlotImage = ({ id }: PlotImageProps) => {
  const hatch = useId();
  const { fills, lines } = useMemo(() => partsOf(id), [id]);
  return (
    <svg
      className={styles.image}
      viewBox={`0 0 ${planWidth} ${planHeight}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <pattern id={hatch} width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0V14" className={styles.hatch} />
      </pattern>
      {fills.map(([face, path]) => (
        <path key={face} className={styles[face]} d={path} />
      ))}
      {fills.map(([face, path]) => face === "hatched" && <path key={face} fill={`url(#${hatch})`} d={path} />)}
      {(["kerb", "street"] as const).map((kind) =>
        lines.map(([depth, path]) => (
          <path
            key={`${kind} ${depth}`}
            className={styles[kind]}
            strokeWidth={streetWidths[depth]! + (kind === "kerb" ? 3 : 0)}
            d={path}
          />
        )),
      )}
    </svg>
  );
};

/** By depth of the cut. */
const streetWidths = [14, 9, 6, 4];

/** Returns one path for each kind of fill and each depth of streets: a page shows many images. */
const partsOf = (id: string) => {
  const digest = digestOf(id);
  const { plots, streets } = drawPlan(digest);
  const held = heldPlot(digest);
  const fills = new Map<Face, string>();
  plots.forEach(({ corners }, index) => {
    const face = faceOf(digest, index, held);
    fills.set(face, (fills.get(face) ?? "") + outline(corners));
  });
  const lines = new Map<number, string>();
  for (const street of streets) lines.set(street.depth, (lines.get(street.depth) ?? "") + lineOf(street));
  return { fills: [...fills], lines: [...lines] };
};

const lineOf = ({ from, to }: Street): string => `M${from.join(" ")}L${to.join(" ")}`;
