/** Action of a key in the file list. */
export type GridAct =
  | { readonly kind: "go"; readonly to: number; readonly range: boolean }
  | { readonly kind: "toggle" | "all" | "none" | "open" | "up" | "delete" | "rename" };

interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

interface GridPosition {
  readonly active: number;
  readonly count: number;
  /** Number of visible rows. */
  readonly page: number;
}

const plain: Readonly<Record<string, GridAct>> = {
  " ": { kind: "toggle" },
  Enter: { kind: "open" },
  Escape: { kind: "none" },
  Backspace: { kind: "up" },
  Delete: { kind: "delete" },
  F2: { kind: "rename" },
};

/** Returns the action of a key, or undefined if the list doesn't handle it. */
export const gridAct = (
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress,
  { active, count, page }: GridPosition,
): GridAct | undefined => {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === "a" ? { kind: "all" } : undefined;
  const to: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: Math.max(active - 1, 0),
    PageDown: active + page,
    PageUp: Math.max(active - page, 0),
    Home: 0,
    End: count - 1,
  };
  return key in to ? { kind: "go", to: to[key]!, range: shiftKey } : plain[key];
};
