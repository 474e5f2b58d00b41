import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { atRest } from "../../lib/async/at-rest.ts";
import { closePalette, openPalette, openShortcuts, paletteOpen } from "./palette-state.ts";

const loadDialog = () => import("./palette-dialog.tsx");
const PaletteDialog = lazy(loadDialog);
const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.tsx"));

/**
 * Opens the palette on ⌘K or Ctrl K, and the list of shortcuts on "?". Its code is loaded once the page is idle, so that
 * no keystroke is lost.
 */
export const Palette = () => {
  const open = useSyncExternalStore(paletteOpen.subscribe, paletteOpen.get);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey) return;
      const isPalette = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.shiftKey;
      const isShortcuts = event.key === "?" && !event.metaKey && !event.ctrlKey && !isTyping(event.target);
      if (!isPalette && !isShortcuts) return;
      event.preventDefault();
      if (isShortcuts) openShortcuts();
      else if (paletteOpen.get()) closePalette();
      else openPalette();
    };
    addEventListener("keydown", onKeyDown);
    void atRest()
      .then(loadDialog)
      .catch(() => undefined);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return open && <Suspense>{open === "search" ? <PaletteDialog /> : <ShortcutsDialog />}</Suspense>;
};

/** Returns whether a key enters text there, or belongs to an open dialog. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable], dialog") !== null;
