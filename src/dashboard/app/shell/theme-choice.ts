import { createStore } from "../../lib/store.ts";
import type { IconName } from "../../ui/icons.ts";

export type ThemeChoice = "light" | "dark" | "system";

/** Label and icon of each choice. */
export const themes: readonly (readonly [ThemeChoice, string, IconName])[] = [
  ["light", "Light", "sun"],
  ["dark", "Dark", "moon"],
  ["system", "System", "system"],
];

/** Also read by the page's inline script before the first paint. */
const storageKey = "theme";

const stored = localStorage.getItem(storageKey);
export const themeChoice = createStore<ThemeChoice>(stored === "light" || stored === "dark" ? stored : "system");

/** Applies and stores the user's choice; "system" follows the device. */
export const chooseTheme = (choice: ThemeChoice): void => {
  themeChoice.set(choice);
  if (choice === "system") {
    localStorage.removeItem(storageKey);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(storageKey, choice);
    document.documentElement.dataset.theme = choice;
  }
};
