// @vitest-environment jsdom
import { expect, test } from "vitest";
import { preservedKeys } from "../../api/session/keys.ts";
import { guideFlags } from "./guide-flags.ts";

test("a dismissed guide is stored by its name, and can be shown again", () => {
  guideFlags.set("first tip", true);
  expect([guideFlags.has("first tip"), guideFlags.has("other tip")]).toEqual([true, false]);
  guideFlags.set("first tip", false);
  expect(guideFlags.has("first tip")).toBe(false);
});

test("on a 401 local storage is cleared (the guide flag is kept)", () => {
  guideFlags.set("first tip", true);
  const names = Object.keys(localStorage);
  expect(names).toEqual(["guide"]);
  expect(preservedKeys).toEqual(expect.arrayContaining(names));
});
