/** The places last opened from the palette, for each team on this device. */
import type { Place } from "../../framework/derive/palette.ts";
import { readStored } from "../../lib/stored.ts";

/** What is stored: enough to show an object without asking for it again. */
type RecentPlace = Pick<Place, "id" | "kind" | "label" | "group" | "icon" | "to" | "file" | "resource">;

const recentMax = 5;
const storageKey = (teamId: string): string => `recentPlaces:${teamId}`;

const read = (teamId: string): readonly RecentPlace[] => {
  const stored = readStored(storageKey(teamId));
  return Array.isArray(stored) ? (stored as RecentPlace[]) : [];
};

/** Stores a place as the team's latest. */
export const recordRecent = (teamId: string, { id, kind, label, group, icon, to, file, resource }: Place): void => {
  const latest: RecentPlace = { id, kind, label, group, icon, to, file, resource };
  const others = read(teamId).filter((each) => each.id !== id);
  localStorage.setItem(storageKey(teamId), JSON.stringify([latest, ...others].slice(0, recentMax)));
};

/** Returns the team's recent places, latest first: those that are still offered, and objects that may be seen. */
export const recentPlaces = (
  teamId: string,
  offered: readonly Place[],
  maySee: (resource: string) => boolean,
): readonly Place[] =>
  read(teamId).flatMap((recent) => {
    const place = offered.find(({ id }) => id === recent.id);
    if (place) return [place];
    return recent.kind === "object" && recent.resource !== undefined && maySee(recent.resource) ? [recent] : [];
  });
