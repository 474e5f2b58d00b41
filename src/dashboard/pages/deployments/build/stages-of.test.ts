import { expect, test } from "vitest";
import { stagesOf } from "./stages-of.ts";

test.each([
  ["queued", false, "active ahead ahead ahead"],
  ["running", true, "passed active ahead ahead"],
  ["syncing", true, "passed passed active ahead"],
  ["success", true, "passed passed passed passed"],
  ["failure", true, "passed failed ahead ahead"],
  ["cancelled", false, "failed ahead ahead ahead"],
] as const)("%s stands at its place", (state, began, expected) => {
  expect(
    stagesOf(state, began)
      .map(({ is }) => is)
      .join(" "),
  ).toBe(expected);
});
