/** Characters with which a spreadsheet takes a cell for a formula, or looks for one behind them. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * One line of a CSV file (RFC 4180). A cell that a spreadsheet would run as a formula begins with an apostrophe, for names and
 * addresses are chosen by others than the reader.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(",")}\r\n`;

const cellOf = (text: string): string => {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
