/** Byte order mark: without it, spreadsheets assume an older encoding. */
export const byteOrderMark = "\uFEFF";

/** Characters that make a spreadsheet treat a cell as a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
/** Negative numbers start like a formula but are not. */
const number = /^-?\d+(\.\d+)?$/;

/**
 * One line of a CSV file (RFC 4180). Cells that a spreadsheet would run as a formula get an apostrophe, because other users choose
 * names and addresses.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(",")}\r\n`;

const cellOf = (text: string): string => {
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
