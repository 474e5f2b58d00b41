/**
 * Draws a pattern from the 32 bytes of a content ID. Fifteen cuts, two bytes each (position, slant), divide a square
 * into sixteen plots; the last two bytes select one plot.
 */
export type Point = readonly [x: number, y: number];

export interface Plot {
  readonly corners: readonly Point[];
  readonly centre: Point;
}

export interface Street {
  readonly from: Point;
  readonly to: Point;
  /** 0 is the first cut, across the whole square; 3 the last. */
  readonly depth: number;
}

export interface TitlePlan {
  readonly plots: readonly Plot[];
  readonly streets: readonly Street[];
}

export const planWidth = 640;
export const planHeight = 480;
const depths = 4;
const land: readonly Point[] = [
  [0, 0],
  [planWidth, 0],
  [planWidth, planHeight],
  [0, planHeight],
];

/** Cuts the square by the bytes. Fractions between two patterns give cuts in between. */
export const drawPlan = (bytes: ArrayLike<number>): TitlePlan => {
  const streets: Street[] = [];
  let plots: (readonly Point[])[] = [land];
  for (let depth = 0, cut = 0; depth < depths; depth += 1) {
    plots = plots.flatMap((plot) => {
      const [first, second, street] = split(plot, depth, bytes[cut * 2]!, bytes[cut * 2 + 1]!);
      streets.push(street);
      cut += 1;
      return [first, second];
    });
  }
  return { plots: plots.map((corners) => ({ corners, centre: centreOf(corners) })), streets };
};

/** Index of the plot that the digest selects. */
export const heldPlot = (digest: Uint8Array): number => (digest[30]! ^ digest[31]!) % 2 ** depths;

const faces = ["plain", "green", "hatched", "sunken"] as const;
export type Face = (typeof faces)[number] | "held";

/** Returns how a plot is filled, by its bytes. */
export const faceOf = (digest: Uint8Array, index: number, held: number): Face =>
  index === held ? "held" : faces[(digest[index * 2]! >> 3) % faces.length]!;

/** Returns the SVG path of a plot. */
export const outline = (corners: readonly Point[]): string =>
  `M${corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;

const split = (plot: readonly Point[], depth: number, where: number, slant: number) => {
  const [centreX, centreY] = centreOf(plot);
  const upright = depth % 2 === 0;
  const offset = (where / 255 - 0.5) * 0.42;
  const tilt = (slant / 255 - 0.5) * (depth === 0 ? 0.5 : 0.8);
  const [width, height] = sizeOf(plot);
  const through: Point = upright ? [centreX + offset * width, centreY] : [centreX, centreY + offset * height];
  const along: Point = upright ? [Math.sin(tilt), Math.cos(tilt)] : [Math.cos(tilt), Math.sin(tilt)];
  const side = ([x, y]: Point): number => (x - through[0]) * along[1] - (y - through[1]) * along[0];
  const first = clip(plot, side);
  const second = clip(plot, (point) => -side(point));
  const [from, to] = first.filter((point) => Math.abs(side(point)) < 1e-6);
  return [first, second, { from: from!, to: to!, depth }] as const;
};

/** Returns the part of a convex polygon where `side` is not positive (Sutherland–Hodgman, one edge). */
const clip = (polygon: readonly Point[], side: (point: Point) => number): Point[] =>
  polygon.flatMap((point, index) => {
    const next = polygon[(index + 1) % polygon.length]!;
    const here = side(point);
    const there = side(next);
    const kept = here <= 0 ? [point] : [];
    return here < 0 !== there < 0 && here !== there ? [...kept, between(point, next, here / (here - there))] : kept;
  });

/** Returns the point at `share` (0…1) of the way. */
const between = ([x, y]: Point, [toX, toY]: Point, share: number): Point => [
  x + (toX - x) * share,
  y + (toY - y) * share,
];

const sizeOf = (polygon: readonly Point[]): Point => {
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
};

/** Returns the centre of area. */
const centreOf = (polygon: readonly Point[]): Point => {
  let area = 0;
  let sumX = 0;
  let sumY = 0;
  polygon.forEach(([x, y], index) => {
    const [nextX, nextY] = polygon[(index + 1) % polygon.length]!;
    const cross = x * nextY - nextX * y;
    area += cross;
    sumX += (x + nextX) * cross;
    sumY += (y + nextY) * cross;
  });
  return [sumX / (3 * area), sumY / (3 * area)];
};
