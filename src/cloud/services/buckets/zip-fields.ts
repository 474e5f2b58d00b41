/** Encodes numbers in little-endian order, each with a given number of bytes. */
export const fields = (...numbers: readonly (readonly [bytes: 1 | 2 | 4 | 8, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(numbers.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of numbers) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
};

const firstYear = 1980;
const lastYear = 2107;

/** Converts a date to MS-DOS format: UTC, with a precision of two seconds. */
export const dosTimeOf = (moment: Date): number => {
  const year = Math.min(Math.max(moment.getUTCFullYear(), firstYear), lastYear) - firstYear;
  const date = (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  return date * 0x1_0000 + time;
};
