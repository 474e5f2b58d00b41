import { expect, it } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { readStatus, recordChecks, type Check } from "./status.ts";

const minuteMs = 60_000;
const works = async (): Promise<void> => undefined;
const fails = async (): Promise<void> => {
  throw new Error("down");
};

it("counts minutes with a successful check as up, and failed or missing ones as down", async () => {
  const { db } = await testDatabase();
  const start = Date.UTC(2026, 0, 1, 23, 0);
  const check = (minute: number, chain: Check[1]) =>
    recordChecks(
      db,
      [
        ["API", works],
        ["Chain", chain],
      ],
      start + minute * minuteMs,
    );
  // An hour of the first day: the chain fails in the second half. Then an hour of the next day, in which nothing runs for 30 minutes.
  for (let minute = 0; minute < 60; minute += 1) await check(minute, minute < 30 ? works : fails);
  for (let minute = 60; minute < 90; minute += 1) await check(minute, works);
  for (let minute = 120; minute < 150; minute += 1) await check(minute, works);

  const now = start + 150 * minuteMs;
  const { services, checkedAt } = await readStatus(db, now);
  expect(services.map(({ name, isUp, days }) => ({ name, isUp, days: days.slice(-3) }))).toEqual([
    { name: "API", isUp: true, days: [null, 1, 60 / 90] },
    { name: "Chain", isUp: true, days: [null, 0.5, 60 / 90] },
  ]);
  expect(services.every(({ days }) => days.length === 90)).toBe(true);
  expect(services[1]!.since).toBe((start + 60 * minuteMs) / 1000);
  expect(checkedAt).toBe((start + 149 * minuteMs) / 1000);

  // Without checks nothing is up, since the last of them.
  const later = await readStatus(db, now + 60 * minuteMs);
  expect(later.services.map(({ isUp, since }) => [isUp, since])).toEqual([
    [false, checkedAt],
    [false, checkedAt],
  ]);

  // A service that the instance no longer has disappears.
  await recordChecks(db, [["API", works]], now);
  expect((await readStatus(db, now)).services.map(({ name }) => name)).toEqual(["API"]);
});
