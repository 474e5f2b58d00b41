const microPlaces = 6;

/**
 * Position of a decimal place's digit, from 0 up to 10, and its speed in digits per second. Place 1 is the tenths; a digit is shown once it
 * is reached.
 */
export const decimalPlace = (
  micro: bigint,
  perSecond: number,
  place: number,
): { readonly digit: number; readonly digitsPerSecond: number } => {
  const size = 10 ** (microPlaces - place);
  return { digit: Number(micro % BigInt(size * 10)) / size, digitsPerSecond: perSecond / size };
};
