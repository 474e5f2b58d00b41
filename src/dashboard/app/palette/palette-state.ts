import { createStore } from "../../lib/store.ts";

/** What is open: the command palette, or the list of keyboard shortcuts. */
export const paletteOpen = createStore<"search" | "shortcuts" | undefined>(undefined);

export const openPalette = (): void => paletteOpen.set("search");
export const openShortcuts = (): void => paletteOpen.set("shortcuts");
export const closePalette = (): void => paletteOpen.set(undefined);
