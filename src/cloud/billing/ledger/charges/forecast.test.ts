import { expect, test } from "vitest";
import { forecastOf, type ForecastFacts } from "./forecast.ts";
import { microsPerHour } from "./moments.ts";

const day = 24n * microsPerHour;
const price = (land: bigint, per = 1n) => ({ version: 1n, resource: "TRAFFIC", land, per, startsAt: 0n }) as const;
const nothing: ForecastFacts = {
  spent: 0n,
  flows: [],
  unpriced: 0n,
  excess: 0n,
  storagePrice: undefined,
  observed: 7n * day,
  remaining: 14n * day,
};

test("a month without usage costs what it has cost so far", () => {
  expect(forecastOf(nothing)).toBe(0n);
  expect(forecastOf({ ...nothing, spent: 12n })).toBe(12n);
});

test("usage goes on at the observed rate; packages pay first, then the price", () => {
  const flow = { used: 700n, left: 0n, price: price(3n) };
  expect(forecastOf({ ...nothing, spent: 5n, flows: [flow] })).toBe(5n + 1400n * 3n);
  expect(forecastOf({ ...nothing, flows: [{ ...flow, left: 1000n }] })).toBe(400n * 3n);
  expect(forecastOf({ ...nothing, flows: [{ ...flow, left: 1400n }] })).toBe(0n);
  expect(forecastOf({ ...nothing, flows: [{ ...flow, price: undefined }] })).toBe(0n);
  expect(forecastOf({ ...nothing, flows: [flow, flow], remaining: 0n })).toBe(0n);
});

test("a young team's rate is of the time it exists", () => {
  const flow = { used: 100n, left: 0n, price: price(1n) };
  expect(forecastOf({ ...nothing, flows: [flow], observed: day })).toBe(1400n);
});

test("storage beyond the packages stays until the end, and what has no single price costs as before", () => {
  expect(forecastOf({ ...nothing, excess: 10n, storagePrice: price(2n, day) })).toBe(10n * 14n * 2n);
  expect(forecastOf({ ...nothing, unpriced: 21n })).toBe(42n);
});
