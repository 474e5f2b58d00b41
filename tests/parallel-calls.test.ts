import { expect, test } from "vitest";
import { callEverythingAtOnce } from "./support/parallel-calls.ts";

test("four requests at once for each database connection, to every call that changes something, leave the server ready", async () => {
  const { calls, requests, statuses } = await callEverythingAtOnce(3);
  expect(requests).toBe(calls * 12);
  expect(statuses[503] ?? 0).toBe(0);
});
