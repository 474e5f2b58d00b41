import { lazy, Suspense, useLayoutEffect, useSyncExternalStore } from "react";
import { settled } from "../../lib/async/at-rest.ts";
import { closePalette, openPalette, openShortcuts, paletteOpen } from "./palette-state.ts";

const loadDialog = () => import("./palette-dialog.tsx");
const preload = () => void loadDialog().catch(() => undefined);
const PaletteDialog = lazy(loadDialog);
const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.tsx"));

/**
 * Opens the palette on ⌘K or Ctrl K, and the list of shortcuts on "?". Its code is loaded when the page has settled or ⌘ or Ctrl is
 * pressed, so that no keystroke is lost.
 */
export const Palette = () => {
  const open = useSyncExternalStore(paletteOpen.subscribe, paletteOpen.get);
  // Not after the paint: once the page is there, it listens.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey) return;
      const isCommand = event.metaKey || event.ctrlKey;
      if (isCommand) preload();
      const isPalette = isCommand && event.key.toLowerCase() === "k" && !event.shiftKey;
      const isShortcuts = !isCommand && event.key === "?" && !isTyping(event.target);
      if (!isPalette && !isShortcuts) return;
      event.preventDefault();
      if (isShortcuts) openShortcuts();
      else if (paletteOpen.get()) closePalette();
      else openPalette();
    };
    addEventListener("keydown", onKeyDown);
    void settled().then(preload);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return open && <Suspense>{open === "search" ? <PaletteDialog /> : <ShortcutsDialog />}</Suspense>;
};

/** Returns whether a key enters text there, or belongs to an open dialog. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable], dialog") !== null;
