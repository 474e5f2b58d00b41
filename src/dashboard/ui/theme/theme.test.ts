import { describe, expect, test } from "vitest";
import { palettes, themeCss, type Mode, type Palette } from "./theme.ts";

/** WCAG 2.2 relative luminance of "#rrggbb". */
const luminance = (hex: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const texts: readonly (keyof Palette)[] = [
  "text",
  "textMuted",
  "textFaint",
  "accent",
  "success",
  "warning",
  "danger",
  "info",
];
const surfaces: readonly (keyof Palette)[] = ["canvas", "surface"];
const pairs: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ...texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)),
  ["text", "sunken"],
  ["textMuted", "sunken"],
  ["onAccent", "accent"],
  ["onAccent", "accentHover"],
  ["accent", "accentSoft"],
  ["success", "successSoft"],
  ["warning", "warningSoft"],
  ["danger", "dangerSoft"],
  ["info", "infoSoft"],
  ["text", "infoSoft"],
  ["text", "warningSoft"],
];

describe.each<Mode>(["light", "dark"])("in the %s theme", (mode) => {
  test.each(pairs)("%s on %s is readable: 4.5 to 1 (WCAG 2.2 AA)", (text, surface) => {
    expect(contrast(palettes[mode][text], palettes[mode][surface])).toBeGreaterThanOrEqual(4.5);
  });
});

test("both themes define the same colours, and dark applies by system preference or by choice", () => {
  expect(Object.keys(palettes.dark)).toEqual(Object.keys(palettes.light));
  expect(themeCss()).toContain("prefers-color-scheme:dark");
  expect(themeCss()).toContain(":root[data-theme=dark]");
});
