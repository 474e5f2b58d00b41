import { expect, test } from "vitest";
import { leagueOf } from "./leagues.ts";

test("a node rises to the next league at its threshold, and the highest has none above", () => {
  expect(leagueOf(0)).toEqual({
    league: { name: "Bronze", from: 0 },
    next: { name: "Silver", from: 1000 },
    missing: 1000,
  });
  expect(leagueOf(999.5)).toMatchObject({ league: { name: "Bronze" }, missing: 0.5 });
  expect(leagueOf(1000)).toMatchObject({ league: { name: "Silver" }, next: { name: "Gold" }, missing: 4000 });
  expect(leagueOf(60_000)).toEqual({ league: { name: "Diamond", from: 60_000 }, missing: 0 });
});
