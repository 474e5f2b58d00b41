import { useSyncExternalStore } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { Menu } from "../../ui/menu.tsx";
import { chooseTheme, themeChoice, type ThemeChoice } from "./theme.ts";

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
