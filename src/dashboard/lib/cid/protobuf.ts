/** The two kinds of fields that dag-pb and UnixFS are made of. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A field of a length and as many bytes. */
export const bytesField = (field: number, bytes: ArrayLike<number>): number[] => [
  (field << 3) | 2,
  ...varint(bytes.length),
  ...Array.from(bytes),
];

export const numberField = (field: number, value: number): number[] => [field << 3, ...varint(value)];

/** Seven bits a byte, the lowest first; by division, for sizes pass 32 bits. */
const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
};
