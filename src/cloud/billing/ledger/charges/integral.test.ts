import { expect, test } from "vitest";
import type { GrantFact } from "../usage/facts.ts";
import { areasOf } from "./integral.ts";
import { microsPerHour as hour } from "./moments.ts";

const start = 500_000n * hour;
const grantOf = (amount: bigint, startsAt: bigint, endsAt?: bigint): GrantFact => ({
  id: `${amount}`,
  resource: "IPFS_STORAGE",
  isOfAccount: true,
  amount,
  consumed: 0n,
  startsAt,
  endsAt,
});
const storage = { settledAt: start, settledBytes: 100n, paidBytes: 0n };

test("the excess is exact to the microsecond across level changes and starts and ends of grants", () => {
  const grants = [grantOf(70n, start, start + 1_000_001n), grantOf(20n, start + 500_000n, start + hour + 3n)];
  const changes = [
    { at: start + 7n, sizeBytes: 60n },
    { at: start + 2_000_000n, sizeBytes: 2n ** 60n },
    { at: start + 2_000_001n, sizeBytes: 25n },
  ];
  expect(areasOf({ ...storage, changes }, grants, start + hour + 10n)).toEqual([
    {
      hour: start,
      total: 700n + 60n * 1_999_993n + 2n ** 60n + 25n * (hour - 2_000_001n),
      excess: 30n * 7n + 40n * (2_000_000n - 1_000_001n) + (2n ** 60n - 20n) + 5n * (hour - 2_000_001n),
    },
    { hour: start + hour, total: 250n, excess: 5n * 3n + 25n * 7n },
  ]);
});

test("consecutive months leave no gap between their grants", () => {
  const turn = start + 30n * hour;
  const grants = [grantOf(100n, start, turn), grantOf(100n, turn)];
  const areas = areasOf({ ...storage, changes: [] }, grants, turn + hour);
  expect(areas).toHaveLength(31);
  expect(areas.every(({ excess }) => excess === 0n)).toBe(true);
});

test("hours without stored bytes are skipped, however many", () => {
  const changes = [{ at: start + 10_000n * hour, sizeBytes: 3n }];
  const until = start + 10_001n * hour;
  const area = { hour: start + 10_000n * hour, total: 3n * hour, excess: 3n * hour };
  expect(areasOf({ ...storage, settledBytes: 0n, changes }, [], until)).toEqual([area]);
  expect(areasOf({ ...storage, settledBytes: 0n, changes: [] }, [], until)).toEqual([]);
});
