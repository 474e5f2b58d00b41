import { expect, test } from "vitest";
import { callEverythingAtOnce } from "../../support/account/parallel-calls.ts";

test("four simultaneous requests per database connection, to every mutating call, leave the server ready", async () => {
  const { calls, requests, statuses } = await callEverythingAtOnce(2);
  expect(requests).toBe(calls * 8);
  expect(statuses[503] ?? 0).toBe(0);
});
