import { expect, test } from "vitest";
import { chartDataOf, spanOf } from "./chart-data.ts";

test("ranges of 7 days, 30 days and custom days become spans in Unix seconds", () => {
  const now = 1_800_000_000_000;
  expect(spanOf("7d", now)).toEqual({ startAt: 1_800_000_000 - 7 * 86_400, endAt: 1_800_000_000 });
  expect(spanOf("30d", now).startAt).toBe(1_800_000_000 - 30 * 86_400);
  expect(spanOf({ startSeconds: 5, endSeconds: 9 })).toEqual({ startAt: 5, endAt: 9 });
});

test("chart values align with their times", () => {
  expect(chartDataOf("Storage", { subsections: [1, 2], collections: [{ raws: [3, 4] }] })).toEqual({
    times: [1, 2],
    series: [{ label: "Storage", values: [3, 4] }],
  });
});
