import { describe, expect, test } from "vitest";
import { evenGrid } from "./cell-grid.ts";

const counts = Array.from({ length: 24 }, (_, index) => index + 1);

describe.each([2, 3, 4, 5])("a grid of at most %i columns", (most) => {
  test.each(counts)("holds %i cells without a hole, in the fewest rows", (count) => {
    const { columns, last } = evenGrid(count, most);
    expect(columns).toBeLessThanOrEqual(most);
    expect((count - 1 + last) % columns).toBe(0);
    expect((count - 1 + last) / columns).toBe(Math.ceil(count / most));
    expect(last).toBeGreaterThan(0);
    expect(last).toBeLessThanOrEqual(columns);
  });
});

test("rows are as even as possible", () => {
  expect([4, 5, 6, 7, 8].map((count) => evenGrid(count, 5))).toEqual([
    { columns: 4, last: 1 },
    { columns: 5, last: 1 },
    { columns: 3, last: 1 },
    { columns: 4, last: 2 },
    { columns: 4, last: 1 },
  ]);
});
