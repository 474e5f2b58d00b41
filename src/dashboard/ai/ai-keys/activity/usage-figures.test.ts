import { expect, test } from "vitest";
import type { AiUsagePart } from "../../../../../resources/ai/usage-calls.ts";
import { chartOf, totalsOf } from "./usage-figures.ts";

const part = (keyName: string, model: string, cost: number, more: Partial<AiUsagePart> = {}): AiUsagePart => ({
  at: 0,
  keyId: `id of ${keyName}`,
  keyName,
  model,
  requests: 1,
  failed: 0,
  inputTokens: 10,
  outputTokens: 5,
  cost: String(cost),
  ...more,
});

const parts = [
  part("bot", "writer", 50),
  part("bot", "free", 0, { at: 100, requests: 3, failed: 1, inputTokens: 900 }),
  part("site", "writer", 70),
];

test("usage is totalled by key or by model, the highest cost first", () => {
  expect(totalsOf(parts, "key").map(({ name, cost, requests, failed }) => ({ name, cost, requests, failed }))).toEqual([
    { name: "site", cost: 70n, requests: 1, failed: 0 },
    { name: "bot", cost: 50n, requests: 4, failed: 1 },
  ]);
  expect(totalsOf(parts, "model")).toMatchObject([
    { id: "writer", cost: 120n, inputTokens: 20, outputTokens: 10 },
    { id: "free", cost: 0n, inputTokens: 900 },
  ]);
});

test("a chart has a series per key, and a zero where a key has no requests", () => {
  const x = [0, 100];
  expect(chartOf({ x, parts }, { by: "key", measure: "cost" })).toEqual({
    times: x,
    series: [
      { label: "site", values: [70n, 0n] },
      { label: "bot", values: [50n, 0n] },
    ],
  });
  const { series } = chartOf({ x, parts }, { by: "model", measure: "tokens" });
  expect(series).toEqual([
    { label: "writer", values: [30n, 0n] },
    { label: "free", values: [0n, 905n] },
  ]);
});

test("of more than four keys, the chart shows three and the sum of the others; equal names are told apart", () => {
  const many = [5, 4, 3, 2, 1].map((cost) => part("bot", "writer", cost, { keyId: `key ${cost}` }));
  const { series } = chartOf({ x: [0], parts: many }, { by: "key", measure: "cost" });
  expect(series).toEqual([
    { label: "bot", values: [5n] },
    { label: "bot (2)", values: [4n] },
    { label: "bot (3)", values: [3n] },
    { label: "Others", values: [3n] },
  ]);
});
