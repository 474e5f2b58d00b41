/** Without it a spreadsheet takes the file for one of an older encoding. */
export const byteOrderMark = "\uFEFF";

/** Characters with which a spreadsheet takes a cell for a formula, or looks for one behind them. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
/** A number below zero begins like a formula, and is none. */
const number = /^-?\d+(\.\d+)?$/;

/**
 * One line of a CSV file (RFC 4180). A cell that a spreadsheet would run as a formula begins with an apostrophe, for names and
 * addresses are chosen by others than the reader.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(",")}\r\n`;

const cellOf = (text: string): string => {
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
