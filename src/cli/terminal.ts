/** Messages for users go to standard error and results to standard output, so that scripts can read them. */
const isTerminal = process.stderr.isTTY === true && !process.env.CI;
const hasColour = isTerminal && !process.env.NO_COLOR;

const paint = (code: number) => (text: string) => (hasColour ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = paint(1);
export const dim = paint(2);
export const green = paint(32);
export const red = paint(31);

let lineIsOpen = false;

const clearLine = (): void => {
  if (lineIsOpen) process.stderr.write("\r\u001b[K");
  lineIsOpen = false;
};

/** Prints a message for users. */
export const printMessage = (text: string): void => {
  clearLine();
  process.stderr.write(`${text}\n`);
};

/** Prints a line that the next one replaces; only on a terminal. */
export const progress = (text: string): void => {
  if (!isTerminal) return;
  process.stderr.write(`\r\u001b[K${dim(text)}`);
  lineIsOpen = true;
};

/** Prints a result. */
export const print = (text: string): void => {
  clearLine();
  process.stdout.write(`${text}\n`);
};

/** Prints a result as JSON. */
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

const units = ["B", "kB", "MB", "GB"];

/** Formats a size: 12.3 MB. */
export const sizeText = (bytes: number): string => {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
};

/** Formats a count: 1,000 files. Without Intl, which takes longer to load than reading all files. */
export const countText = (count: number, noun: string): string =>
  `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} ${noun}${count === 1 ? "" : "s"}`;

export const secondsText = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
