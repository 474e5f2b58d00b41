/**
 * Parses colours of terminal output (ECMA-48 SGR) to spans. Colours beyond the basic eight are mapped to the nearest of
 * these, which are legible in light and dark; every other control sequence is dropped.
 */
export const ansiColors = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;
export type AnsiColor = (typeof ansiColors)[number];

export interface AnsiStyle {
  readonly color?: AnsiColor;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
}

export interface AnsiSpan {
  readonly text: string;
  readonly style: AnsiStyle;
}

const escape = String.fromCharCode(27);
const bell = String.fromCharCode(7);
/** CSI sequences; OSC sequences up to BEL or ST; other two-character escapes. */
const sequence = new RegExp(
  `${escape}(?:\\[([0-9;:?]*)[ -/]*([@-~])|\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)|[@-_])`,
  "g",
);

/** Returns the spans of one line; a carriage return overwrites the preceding text, as on a terminal. */
export const parseAnsi = (line: string): readonly AnsiSpan[] => {
  const spans: AnsiSpan[] = [];
  const visible = afterLastReturn(line);
  let style: AnsiStyle = {};
  let start = 0;
  const push = (end: number) => {
    if (end > start) spans.push({ text: visible.slice(start, end), style });
  };
  for (const match of visible.matchAll(sequence)) {
    push(match.index);
    if (match[2] === "m") style = applyCodes(style, match[1] ?? "");
    start = match.index + match[0].length;
  }
  push(visible.length);
  return spans;
};

/** Returns the line without its control sequences. */
export const plainText = (line: string): string =>
  parseAnsi(line)
    .map(({ text }) => text)
    .join("");

const afterLastReturn = (line: string): string => {
  const trimmed = line.replace(/[\r\n]+$/, "");
  return trimmed.slice(trimmed.lastIndexOf("\r") + 1);
};

const applyCodes = (style: AnsiStyle, parameters: string): AnsiStyle => {
  const codes = parameters.split(/[;:]/).map(Number);
  let next = style;
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index]!;
    if (code === 38 || code === 48) {
      const extended = readExtended(codes, index + 1);
      if (code === 38 && extended.color) next = { ...next, color: extended.color };
      index += extended.length;
    } else next = applyCode(next, code);
  }
  return next;
};

const applyCode = (style: AnsiStyle, code: number): AnsiStyle => {
  if (code === 0) return {};
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 22) return without(style, "bold", "dim");
  if (code === 23) return without(style, "italic");
  if (code === 24) return without(style, "underline");
  if (code === 39) return without(style, "color");
  const basic = ansiColors[code >= 90 ? code - 90 : code - 30];
  return basic ? { ...style, color: basic } : style;
};

const without = (style: AnsiStyle, ...names: (keyof AnsiStyle)[]): AnsiStyle =>
  Object.fromEntries(Object.entries(style).filter(([name]) => !names.includes(name as keyof AnsiStyle)));

/** Parses "5;n" of 256 colours or "2;r;g;b"; `length` is the number of codes read. */
const readExtended = (codes: readonly number[], at: number): { color?: AnsiColor; length: number } => {
  if (codes[at] === 5) return { color: fromPalette(codes[at + 1] ?? 0), length: 2 };
  if (codes[at] === 2) return { color: nearest(codes.slice(at + 1, at + 4)), length: 4 };
  return { length: 0 };
};

const fromPalette = (index: number): AnsiColor => {
  if (index < 16) return ansiColors[index % 8]!;
  if (index >= 232) return index < 244 ? "black" : "white";
  const cube = index - 16;
  return nearest([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((level) => level * 51));
};

/**
 * Returns the nearest basic colour: channels near the strongest one count as on, bit 0 red, bit 1 green, bit 2 blue, as
 * in the codes.
 */
const nearest = (channels: readonly number[]): AnsiColor => {
  const strongest = Math.max(...channels, 1);
  if (strongest < 64) return "black";
  const bits = channels.reduce((sum, level, index) => sum + (level > strongest * 0.6 ? 1 << index : 0), 0);
  return ansiColors[bits]!;
};
