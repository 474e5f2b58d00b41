import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { atRest } from "../../lib/async/at-rest.ts";
import { paletteOpen } from "./palette-state.ts";

const loadDialog = () => import("./palette-dialog.tsx");
const PaletteDialog = lazy(loadDialog);

/** Opens on ⌘K or Ctrl K. Its code is loaded once the page is idle, so that no keystroke is lost. */
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
    void atRest()
      .then(loadDialog)
      .catch(() => undefined);
    return () => removeEventListener("keydown", toggle);
  }, []);
  return open && <Suspense>{<PaletteDialog />}</Suspense>;
};
