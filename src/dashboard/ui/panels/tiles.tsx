import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import type { IconName } from "../icons.ts";
import { cellGrid } from "./cell-grid.ts";

export interface Tile {
  readonly title: string;
  readonly value: ReactNode;
  readonly unit?: string;
  /** Secondary text below the number. */
  readonly note?: ReactNode;
  readonly icon?: IconName;
  /** Share used, 0 to 1: shows a bar. */
  readonly share?: number;
}

/** Tiles in a row on wide screens. */
const mostTiles = 5;

/** As high as a line of text: what is below must not move when figures replace it. */
const blank = (
  <>
    &nbsp;
    <i className="fh-skeleton" />
  </>
);

interface TilesProps {
  readonly tiles: readonly Tile[] | undefined;
  /** Number of placeholders. */
  readonly count?: number;
  /** Whether one of the tiles will have a meter. */
  readonly metered?: boolean;
}

/** The resource-usage grid: title, number and unit; placeholders while `tiles` is undefined. */
export const Tiles = ({ tiles, count = 4, metered = false }: TilesProps) => (
  <div className="fh-cells">
    <dl className="fh-tiles" style={cellGrid(tiles?.length ?? count, mostTiles)} aria-busy={tiles === undefined}>
      {tiles === undefined
        ? Array.from({ length: count }, (_, index) => (
            <div key={index} className="fh-tile" aria-hidden="true">
              <dt>{blank}</dt>
              <dd>
                <strong>{blank}</strong>
              </dd>
              {metered && <dd className="fh-meter" />}
              <dd className="is-block">
                <p>{blank}</p>
              </dd>
            </div>
          ))
        : tiles.map((tile) => <TileView key={tile.title} tile={tile} />)}
    </dl>
  </div>
);

const TileView = ({ tile }: { tile: Tile }) => (
  <div className="fh-tile">
    <dt>
      {tile.icon && <Icon name={tile.icon} size={16} />}
      {tile.title}
    </dt>
    <dd>
      <strong>{tile.value}</strong>
      {tile.unit && <span>{tile.unit}</span>}
    </dd>
    {tile.share !== undefined && (
      <dd className="is-block">
        <Meter label={tile.title} share={tile.share} />
      </dd>
    )}
    {tile.note !== undefined && (
      <dd className="is-block">
        <p>{tile.note}</p>
      </dd>
    )}
  </div>
);

/** Usage bar: amber from 80%, red when full. */
export const Meter = ({ label, share }: { label: string; share: number }) => {
  const percent = Math.min(100, Math.max(0, share * 100));
  const tone = percent >= 100 ? "is-full" : percent >= 80 ? "is-high" : undefined;
  return (
    <div
      className="fh-meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <span className={tone} style={{ width: `${percent}%` }} />
    </div>
  );
};
