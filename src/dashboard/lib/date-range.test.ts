import dayjs from "dayjs";
import { describe, expect, it } from "vitest";
import { customDateMinSeconds } from "../../../resources/limits.ts";
import { messages } from "../../../resources/messages.ts";
import { daysOf, firstDay, lastDay, rangeOf, formatRange } from "./date-range.ts";

const now = dayjs("2026-11-21T13:36:02").valueOf();
const seconds = (moment: string) => dayjs(moment).unix();

describe("a range of days", () => {
  it.each([
    ["2026-11-01", "2026-11-03", "2026-11-01T00:00:00", "2026-11-03T23:59:59"],
    ["2026-11-20", "2026-11-20", "2026-11-20T00:00:00", "2026-11-20T23:59:59"],
    ["2026-11-20", "2026-11-21", "2026-11-20T00:00:00", "2026-11-21T23:59:59"],
    ["2022-07-28", "2022-07-28", "2022-07-28T00:00:00", "2022-07-28T23:59:59"],
    ["2024-02-29", "2024-03-01", "2024-02-29T00:00:00", "2024-03-01T23:59:59"],
  ])("%s to %s includes both days", (from, to, start, end) => {
    expect(rangeOf({ from, to }, now)).toEqual({ startSeconds: seconds(start), endSeconds: seconds(end) });
  });

  it.each([
    ["2022-07-27", "2026-11-01"],
    ["0002-01-01", "2026-11-01"],
    ["2026-11-01", "2026-11-22"],
    ["2026-11-22", "2026-11-23"],
  ])("Custom date must be after 2022-07-27 and before now: %s to %s", (from, to) => {
    expect(rangeOf({ from, to }, now)).toBe(messages.customDate);
  });

  it.each([
    ["", "2026-11-01", messages.dateRangeIncomplete],
    ["2026-11-01", "", messages.dateRangeIncomplete],
    ["2026-11", "2026-11-01", messages.dateRangeIncomplete],
    ["2026-11-02", "2026-11-01", messages.dateRangeOrder],
  ])("reports the error of '%s' to '%s'", (from, to, message) => {
    expect(rangeOf({ from, to }, now)).toBe(message);
  });

  it("starts no earlier than the calls allow, in any time zone", () => {
    expect(firstDay).toBe("2022-07-28");
    const furthestEast = Date.UTC(2022, 6, 28) / 1000 - 14 * 3600;
    expect(furthestEast).toBeGreaterThanOrEqual(customDateMinSeconds);
  });

  it("is shown in the fields as picked; otherwise they show the last week", () => {
    const picked = { from: "2026-11-01", to: "2026-11-03" };
    expect(daysOf(rangeOf(picked, now) as never, now)).toEqual(picked);
    expect(daysOf(undefined, now)).toEqual({ from: "2026-11-15", to: lastDay(now) });
  });

  it.each([
    ["2026-11-01", "2026-11-03", "1 Nov 2026 – 3 Nov 2026"],
    ["2026-11-01", "2026-11-01", "1 Nov 2026"],
  ])("%s to %s reads %s", (from, to, text) => {
    expect(formatRange(rangeOf({ from, to }, now) as never)).toBe(text);
  });
});
