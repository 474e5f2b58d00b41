import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { paletteOpen } from "./palette-state.ts";

const PaletteDialog = lazy(() => import("./palette-dialog.tsx"));

/** Opens on ⌘K or Ctrl K; its code is loaded then. */
export const Palette = () => {
  const open = useSyncExternalStore(paletteOpen.subscribe, paletteOpen.get);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      paletteOpen.set(!paletteOpen.get());
    };
    addEventListener("keydown", toggle);
    return () => removeEventListener("keydown", toggle);
  }, []);
  return open && <Suspense>{<PaletteDialog />}</Suspense>;
};
