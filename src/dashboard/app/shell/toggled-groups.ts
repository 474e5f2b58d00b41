/** Groups of the drawer that the user has opened or closed, on this device. */
import { createStore } from "../../lib/store.ts";
import { readStored } from "../../lib/stored.ts";

/** By the group's name; the others are open while they contain the current entry. */
export type ToggledGroups = Readonly<Record<string, boolean>>;

/** Also read by the page's inline script before the first paint. */
const storageKey = "menu";

export const toggledGroups = createStore<ToggledGroups>((readStored(storageKey) as ToggledGroups | undefined) ?? {});

/** Stores a choice; undefined removes it. */
export const toggleGroup = (group: string, open: boolean | undefined): void => {
  const { [group]: _, ...others } = toggledGroups.get();
  const next = open === undefined ? others : { ...others, [group]: open };
  toggledGroups.set(next);
  localStorage.setItem(storageKey, JSON.stringify(next));
};
