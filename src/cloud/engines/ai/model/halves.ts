/** Converts weights to 16 bits each (IEEE 754 binary16), after a header of six 32-bit integers. */

const headerBytes = 24;

/** Converts the trainer's file of 32-bit weights. Rounds to nearest, ties to even. */
export const toHalves = (wide: Buffer): Buffer => {
  const copy = wide.buffer.slice(wide.byteOffset, wide.byteOffset + wide.byteLength);
  const floats = new Float32Array(copy, headerBytes);
  const bits = new Uint32Array(copy, headerBytes);
  const halves = Uint16Array.from(bits, (word, index) => halfOf(word, floats[index]!));
  return Buffer.concat([wide.subarray(0, headerBytes), Buffer.from(halves.buffer)]);
};

/** Converts one number. Values below 2^-14 are multiples of 2^-24. Weights are far below the maximum, 65,504. */
const halfOf = (word: number, value: number): number => {
  const sign = (word >>> 16) & 0x8000;
  const size = Math.abs(value);
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const rest = word & 0x1fff;
  const kept = ((word & 0x7fffffff) >>> 13) - (112 << 10);
  const isUp = rest > 0x1000 || (rest === 0x1000 && (kept & 1) === 1);
  return sign | (kept + (isUp ? 1 : 0));
};
