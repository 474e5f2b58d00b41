/** Encodes the two field types of dag-pb and UnixFS. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes a length-delimited field. */
export const bytesField = (field: number, bytes: ArrayLike<number>): number[] => [
  (field << 3) | 2,
  ...varint(bytes.length),
  ...Array.from(bytes),
];

export const numberField = (field: number, value: number): number[] => [field << 3, ...varint(value)];

/** Encodes a varint: seven bits per byte, lowest first; by division, because sizes exceed 32 bits. */
const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
};
