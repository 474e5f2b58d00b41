import { expect, test } from "vitest";
import { blank, problemsIn, wishOf } from "./wish.ts";

test("blank fields are omitted from the request", () => {
  expect(wishOf(blank, "m")).toEqual({ model: "m", system: "" });
  const input = { ...blank, keyId: "k", temperature: "0", topP: "0.5", maxTokens: "64" };
  expect(wishOf(input, "m")).toEqual({ model: "m", system: "", keyId: "k", temperature: 0, topP: 0.5, maxTokens: 64 });
});

test("numbers out of range are reported by field", () => {
  expect(problemsIn({ ...blank, temperature: "2", topP: "1", maxTokens: "1000000" })).toEqual({});
  for (const temperature of ["2.1", "-1", "warm", "1e1"])
    expect(Object.keys(problemsIn({ ...blank, temperature }))).toEqual(["temperature"]);
  for (const maxTokens of ["0", "1.5", "1000001"])
    expect(Object.keys(problemsIn({ ...blank, maxTokens }))).toEqual(["maxTokens"]);
  expect(Object.keys(problemsIn({ ...blank, topP: "1.01" }))).toEqual(["topP"]);
});
