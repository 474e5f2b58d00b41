/** Leagues of the weekly ranking, by the points that a node gains from Monday 00:00 UTC. Thresholds in whole points, lowest first. */
export const leagues = [
  { name: "Bronze", from: 0 },
  { name: "Silver", from: 1000 },
  { name: "Gold", from: 5000 },
  { name: "Platinum", from: 20_000 },
  { name: "Diamond", from: 60_000 },
] as const;
export type League = (typeof leagues)[number];

/** Returns the league of a number of points gained this week, and the next one with the points it still takes. */
export const leagueOf = (
  points: number,
): { readonly league: League; readonly next?: League; readonly missing: number } => {
  const at = leagues.findLastIndex(({ from }) => points >= from);
  const [league, next] = [leagues[Math.max(0, at)]!, leagues[at + 1]];
  return next ? { league, next, missing: next.from - points } : { league, missing: 0 };
};
