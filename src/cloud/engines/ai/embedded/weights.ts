/** Reads the embedded model's file of 16-bit weights, in the order in which model/train.c writes them. */

export interface Shape {
  readonly vocabulary: number;
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  readonly hidden: number;
  /** Context length in tokens. */
  readonly context: number;
}

export interface Layer {
  readonly norm1: Float32Array;
  readonly wq: Float32Array;
  readonly wk: Float32Array;
  readonly wv: Float32Array;
  readonly wo: Float32Array;
  readonly norm2: Float32Array;
  readonly gate: Float32Array;
  readonly down: Float32Array;
  readonly up: Float32Array;
}

export interface Weights {
  readonly shape: Shape;
  readonly embedding: Float32Array;
  readonly layers: readonly Layer[];
  readonly norm: Float32Array;
}

const headerBytes = 24;

/** @throws RangeError if the file's length doesn't match its header. */
export const readWeights = (file: Uint8Array): Weights => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const header = Array.from({ length: headerBytes / 4 }, (_, index) => view.getInt32(index * 4, true));
  const [vocabulary, width, layers, heads, hidden, context] = header as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  let offset = headerBytes;
  const take = (count: number): Float32Array => {
    const values = Float32Array.from({ length: count }, (_, index) =>
      fromHalf(view.getUint16(offset + index * 2, true)),
    );
    offset += count * 2;
    return values;
  };
  const weights: Weights = {
    shape: { vocabulary, width, layers, heads, hidden, context },
    embedding: take(vocabulary * width),
    layers: Array.from({ length: layers }, () => ({
      norm1: take(width),
      wq: take(width * width),
      wk: take(width * width),
      wv: take(width * width),
      wo: take(width * width),
      norm2: take(width),
      gate: take(hidden * width),
      down: take(width * hidden),
      up: take(hidden * width),
    })),
    norm: take(width),
  };
  if (offset !== file.byteLength) throw new RangeError("The weights don't match the length in their header.");
  return weights;
};

/** Converts from IEEE 754 binary16. */
const fromHalf = (half: number): number => {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 0x3ff;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
};
