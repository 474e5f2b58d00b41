/** What a person sees goes to standard error; results alone go to standard output, so that scripts can read them. */
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

/** A line for people. */
export const tell = (text: string): void => {
  clearLine();
  process.stderr.write(`${text}\n`);
};

/** A line that the next one replaces; nothing where no terminal shows it. */
export const progress = (text: string): void => {
  if (!isTerminal) return;
  process.stderr.write(`\r\u001b[K${dim(text)}`);
  lineIsOpen = true;
};

/** A result. */
export const print = (text: string): void => {
  clearLine();
  process.stdout.write(`${text}\n`);
};

/** A result for programs. */
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

const units = ["B", "kB", "MB", "GB"];

/** 12.3 MB. */
export const sizeText = (bytes: number): string => {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
};

/** 1,000 files. Written by hand: the system's own formats take longer to load than all files to look at. */
export const countText = (count: number, noun: string): string =>
  `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} ${noun}${count === 1 ? "" : "s"}`;

export const secondsText = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
