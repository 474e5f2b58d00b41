import { createStore } from "../../lib/store.ts";

/** Whether the command palette is open. */
export const paletteOpen = createStore(false);

export const openPalette = (): void => paletteOpen.set(true);
export const closePalette = (): void => paletteOpen.set(false);
