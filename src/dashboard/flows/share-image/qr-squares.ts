import { encode } from "uqr";

/** Quiet squares around a code, which readers need. */
const border = 3;

export interface QrSquares {
  /** Squares on each side, the border included. */
  readonly size: number;
  /** Column and row of each dark square. */
  readonly dark: readonly (readonly [number, number])[];
}

/** A text as a QR code (ISO/IEC 18004) of medium error correction: still read when a tenth of it is covered. */
export const qrSquares = (text: string): QrSquares => {
  const { data, size } = encode(text, { border, ecc: "M" });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y] as const] : [])));
  return { size, dark };
};
