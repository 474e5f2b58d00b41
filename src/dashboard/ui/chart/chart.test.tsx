// @vitest-environment jsdom
import { expect, test } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { hasPoints, highlightsOf, isDaily, lonelyPoints, pointsOf, stepOf, ticksOf } from "./chart-points.ts";
import { Chart } from "./chart.tsx";
import { chartUnits } from "./chart-units.ts";
import { Ranking } from "./ranking.tsx";

const { draw, all, text } = componentRenderer();
const one = (values: readonly (number | bigint | null)[]) => ({ label: "Traffic", values });

test("chart with empty message 'No data available'", async () => {
  for (const data of [
    { times: [], series: [] },
    { times: [1, 2], series: [one([null, null])] },
  ]) {
    await draw(<Chart label="Traffic" unit="bytes" data={data} />);
    expect(text()).toBe("No data available");
  }
  await draw(<Chart label="LAND" unit="land" data={{ times: [1], series: [one([0n])] }} empty="No LAND spent" />);
  expect(text()).toBe("No LAND spent");
  await draw(<Chart label="Traffic" unit="bytes" data={undefined} />);
  expect([text(), all("[aria-busy=true]").length]).toEqual(["", 1]);
});

test("a ranking has a bar for each value above zero", async () => {
  const rows = [
    { name: "eth_call", value: 9 },
    { name: "eth_chainId", value: 0 },
  ];
  await draw(<Ranking label="Requests by method" unit="count" rows={rows} />);
  expect([all("li").length, all("li > i").length]).toEqual([2, 1]);
});

test("axes and tooltips of a chart use the product's units", () => {
  const { count, bytes, land, minutes } = chartUnits;
  expect([count.format(1500), bytes.format(1536), land.format(2_000_000n * 10n ** 18n), minutes.format(90)]).toEqual([
    "1.5K",
    "1.5 KB",
    "$2.00",
    "1.5 min",
  ]);
  expect(bytes.steps.every((step) => Number.isInteger(Math.log2(step)))).toBe(true);
});

test("ticks of the y-axis start at zero and end at or above the highest value, in readable steps", () => {
  const { milliseconds, count, bytes, land } = chartUnits;
  expect(ticksOf(90, milliseconds.steps, 200)).toEqual([0, 50, 100]);
  expect(ticksOf(100, milliseconds.steps, 200)).toEqual([0, 50, 100]);
  expect(ticksOf(101, milliseconds.steps, 200)).toEqual([0, 50, 100, 150]);
  expect(ticksOf(1, count.steps, 200)).toEqual([0, 1]);
  expect(ticksOf(0, count.steps, 200)).toEqual([0, 1]);
  expect(ticksOf(7, count.steps, 10)).toEqual([0, 10]);
  expect(ticksOf(7e14, land.steps, 200).map(land.format)).toEqual(["$0.00", "$0.000001"]);
  expect(ticksOf(3 * 1024 ** 2, bytes.steps, 200)).toEqual([0, 1, 2, 3].map((mebi) => mebi * 1024 ** 2));
  for (const { steps } of [milliseconds, bytes, land])
    for (let highest = 1; highest < 1e24; highest *= 1.7) {
      const ticks = ticksOf(highest, steps, 200);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
      expect(ticks.at(-2)).toBeLessThan(highest);
      expect(ticks.length).toBeLessThanOrEqual(5);
    }
});

test("values without a neighbour are drawn as points", () => {
  expect(lonelyPoints([1, null, 2, 3, undefined, 4])).toEqual([0, 5]);
  expect(lonelyPoints([5])).toEqual([0]);
  expect(lonelyPoints([null, 1, 2])).toEqual([]);
});

test("bars are stacked: each row is the sum up to its series, the tallest first", () => {
  const data = { times: [1, 2], series: [one([1, 2n]), one([10, null]), one([100, 100])] };
  expect(pointsOf(data, "bars")).toEqual([
    [1, 2],
    [111, 102],
    [11, null],
    [1, 2],
  ]);
  expect(pointsOf(data, "line")).toEqual([
    [1, 2],
    [1, 2],
    [10, null],
    [100, 100],
  ]);
});

test("a chart derives its step, whether it has points, and its highest and last values", () => {
  expect([stepOf([]), stepOf([5]), stepOf([0, 7200, 10_800])]).toEqual([86_400, 86_400, 3600]);
  const hours = (count: number) => isDaily([0, count * 3600]);
  expect([hours(1), hours(23), hours(24), hours(25)]).toEqual([false, true, true, true]);
  expect(hasPoints({ times: [1], series: [one([null]), one([2])] })).toBe(true);
  expect(hasPoints({ times: [1], series: [one([null, 0, 0n])] })).toBe(false);
  expect(highlightsOf(one([null, 3, 9n, 4, null]))).toEqual({ highest: 9n, last: 4 });
  expect(highlightsOf(one([null]))).toBeUndefined();
});
