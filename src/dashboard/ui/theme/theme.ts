/**
 * The theme: every color, radius and font of the product, as CSS variables (--fh-*). Contrast of text and controls is
 * WCAG 2.2 AA in both modes (theme.test.ts checks it).
 */
export type Mode = "light" | "dark";

export interface Palette {
  /** Background of the page. */
  readonly canvas: string;
  /** Cards, tables, drawer. */
  readonly surface: string;
  /** Hovered rows, inputs' fill, code. */
  readonly sunken: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly textMuted: string;
  readonly textFaint: string;
  readonly accent: string;
  readonly accentHover: string;
  /** Text on an accent fill. */
  readonly onAccent: string;
  /** Background of the selected menu item and of soft buttons. */
  readonly accentSoft: string;
  readonly success: string;
  readonly warning: string;
  readonly danger: string;
  readonly info: string;
  readonly successSoft: string;
  readonly warningSoft: string;
  readonly dangerSoft: string;
  readonly infoSoft: string;
  readonly shadow: string;
}

export const palettes: Readonly<Record<Mode, Palette>> = {
  light: {
    canvas: "#f6f7f4",
    surface: "#ffffff",
    sunken: "#eff1ec",
    line: "#e2e5dd",
    lineStrong: "#c9cec2",
    text: "#171a15",
    textMuted: "#565d50",
    textFaint: "#6a7164",
    accent: "#1f6b45",
    accentHover: "#185537",
    onAccent: "#ffffff",
    accentSoft: "#e4f0e8",
    success: "#1f6b45",
    warning: "#8a5a00",
    danger: "#b3261e",
    info: "#215e8c",
    successSoft: "#e4f0e8",
    warningSoft: "#fbefd6",
    dangerSoft: "#fbe6e3",
    infoSoft: "#e3eef7",
    shadow: "0 1px 2px rgb(23 26 21 / 6%), 0 8px 24px rgb(23 26 21 / 8%)",
  },
  dark: {
    canvas: "#0f120e",
    surface: "#171b16",
    sunken: "#1f241d",
    line: "#2b3128",
    lineStrong: "#434b3f",
    text: "#eef1ea",
    textMuted: "#b0b8a9",
    textFaint: "#8f9888",
    accent: "#6fcf97",
    accentHover: "#8bdcac",
    onAccent: "#0c1f14",
    accentSoft: "#1b3325",
    success: "#6fcf97",
    warning: "#e7b45c",
    danger: "#f28b82",
    info: "#84bdea",
    successSoft: "#1b3325",
    warningSoft: "#37290f",
    dangerSoft: "#3d1d1a",
    infoSoft: "#16293a",
    shadow: "0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 40%)",
  },
};

/** Lengths in px. */
export const metrics = {
  radius: 8,
  radiusSmall: 6,
  control: 34,
  drawer: 232,
  topBar: 56,
  row: 48,
  page: 1180,
} as const;

export const faces = {
  sans: 'Inter, "Inter fallback", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
} as const;

/** The type scale: weight, size and line height, for `font: var(--fh-type-title) var(--fh-sans)`. */
export const scale = {
  /** A page's h1. */
  typeTitle: "600 24px/1.25",
  /** A section's heading, a dialog's title. */
  typeSection: "600 17px/1.35",
  /** A card's title, an empty list's. */
  typeCard: "600 15px/1.35",
  /** The number of a tile. Tabular. */
  typeFigure: "600 24px/1.2",
  typeBody: "400 14px/1.5",
  /** Tabs and buttons. */
  typeControl: "500 14px/1.5",
  typeStatus: "500 13px/1.5",
  /** Heads of tables and menus, and tags. */
  typeLabel: "500 12px/1.5",
} as const;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (character) => `-${character.toLowerCase()}`);
const declarations = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--fh-${kebab(name)}:${typeof value === "number" ? `${value}px` : value}`)
    .join(";");

/** Returns the variables of a mode as an element's style, for a part of the page with another theme. */
export const themeVariables = (mode: Mode): Readonly<Record<string, string>> => ({
  colorScheme: mode,
  ...Object.fromEntries(
    Object.entries(palettes[mode]).map(([name, value]) => [`--fh-${kebab(name)}`, value as string]),
  ),
});

/** Returns the variables as CSS: light by default, dark by system preference or by `data-theme` on the root element. */
export const themeCss = (): string =>
  [
    `:root{color-scheme:light;${declarations({ ...palettes.light })};${declarations(metrics)};${declarations(faces)};${declarations(scale)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${declarations({ ...palettes.dark })}}}`,
    `:root[data-theme=dark]{color-scheme:dark;${declarations({ ...palettes.dark })}}`,
  ].join("\n");
