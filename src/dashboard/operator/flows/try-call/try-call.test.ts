// @vitest-environment jsdom
import { expect, test } from "vitest";
import { addressOf } from "./try-call.ts";

test("path parameters are encoded, and empty query parameters omitted", () => {
  const call = { path: "/api/a/{id}/b", pathValues: { id: "x/y z" }, queryValues: { page: "2", keyword: "" } };
  expect(addressOf(call)).toBe("/api/a/x%2Fy%20z/b?page=2");
  expect(addressOf({ ...call, queryValues: {} })).toBe("/api/a/x%2Fy%20z/b");
});
