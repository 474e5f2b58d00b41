import { useSyncExternalStore } from "react";
import { createStore } from "../../lib/store.ts";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { Menu } from "../../ui/menu.tsx";

const choices: readonly (readonly [ThemeChoice, string, IconName])[] = [
  ["light", "Light", "sun"],
  ["dark", "Dark", "moon"],
  ["system", "System", "system"],
];

/** Light, dark, or system. */
export const ThemeMenu = () => {
  const choice = useSyncExternalStore(themeChoice.subscribe, themeChoice.get);
  const items = choices.map(([value, label, icon]) => ({
    label,
    icon,
    checked: value === choice,
    onSelect: () => chooseTheme(value),
  }));
  return (
    <Menu label="Theme" groups={[items]}>
      <Icon name={choices.find(([value]) => value === choice)![2]} />
    </Menu>
  );
};

type ThemeChoice = "light" | "dark" | "system";

/** Also read by the page's inline script before the first paint. */
const storageKey = "theme";

const stored = localStorage.getItem(storageKey);
const themeChoice = createStore<ThemeChoice>(stored === "light" || stored === "dark" ? stored : "system");

/** Applies and stores the user's choice; "system" follows the device. */
const chooseTheme = (choice: ThemeChoice): void => {
  themeChoice.set(choice);
  if (choice === "system") {
    localStorage.removeItem(storageKey);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(storageKey, choice);
    document.documentElement.dataset.theme = choice;
  }
};
