/** Weights in 16 bits each (IEEE 754 binary16), behind a header of six 32-bit integers. */

const headerBytes = 24;

/** From the trainer's file, where they have 32 bits. Rounds to the nearest, ties to even. */
export const toHalves = (wide: Buffer): Buffer => {
  const copy = wide.buffer.slice(wide.byteOffset, wide.byteOffset + wide.byteLength);
  const floats = new Float32Array(copy, headerBytes);
  const bits = new Uint32Array(copy, headerBytes);
  const halves = Uint16Array.from(bits, (word, index) => halfOf(word, floats[index]!));
  return Buffer.concat([wide.subarray(0, headerBytes), Buffer.from(halves.buffer)]);
};

/** Below 2^-14 halves have no hidden bit: multiples of 2^-24. Weights are far below the largest half, 65,504. */
const halfOf = (word: number, value: number): number => {
  const sign = (word >>> 16) & 0x8000;
  const size = Math.abs(value);
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const rest = word & 0x1fff;
  const kept = ((word & 0x7fffffff) >>> 13) - (112 << 10);
  const isUp = rest > 0x1000 || (rest === 0x1000 && (kept & 1) === 1);
  return sign | (kept + (isUp ? 1 : 0));
};
