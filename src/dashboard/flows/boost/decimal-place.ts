const microPlaces = 6;

/**
 * Where the digit of a place behind the point stands, from 0 up to 10, and how many digits it moves on in a second. Place 1 is that of
 * tenths; a digit is shown once it is reached.
 */
export const decimalPlace = (
  micro: bigint,
  perSecond: number,
  place: number,
): { readonly digit: number; readonly pace: number } => {
  const size = 10 ** (microPlaces - place);
  return { digit: Number(micro % BigInt(size * 10)) / size, pace: perSecond / size };
};
