/** Prints progress: one line per step, updated in place on a terminal, plain lines elsewhere. */
const isTerminal = process.stdout.isTTY && !process.env.CI;
const hasColour = isTerminal && !process.env.NO_COLOR;
const secondsBetweenLines = 10;
const labelWidth = 12;

const paint = (code) => (text) => (hasColour ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = paint(1);
export const dim = paint(2);
const green = paint(32);
const red = paint(31);
const yellow = paint(33);

export const say = (text = "") => process.stdout.write(`${text}\n`);

/** Starts a step. Its text can change until it is done, failed or skipped. */
export const step = (label, text) => {
  const startedAt = Date.now();
  const name = label.padEnd(labelWidth);
  let current = text;
  let shownAt = 0;

  const draw = () => {
    if (isTerminal) {
      process.stdout.write(`\r\u001b[K  ${dim("·")} ${name}${dim(`${current}  ${elapsed(startedAt)}`)}`);
    } else if (Date.now() - shownAt >= secondsBetweenLines * 1000) {
      shownAt = Date.now();
      say(`  · ${name}${current}`);
    }
  };
  const timer = setInterval(draw, isTerminal ? 200 : 1000);
  timer.unref();
  draw();

  const end = (mark, result) => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write("\r\u001b[K");
    say(`  ${mark} ${name}${result}  ${dim(elapsed(startedAt))}`);
  };
  return {
    update: (next) => {
      current = next;
    },
    done: (result) => end(green("✓"), result),
    skip: (result) => end(yellow("!"), result),
    fail: (result) => end(red("✗"), result),
  };
};

const elapsed = (sinceMs) => {
  const seconds = (Date.now() - sinceMs) / 1000;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
};
