// @vitest-environment jsdom
import { expect, test } from "vitest";
import { preservedKeys } from "../api/session/keys.ts";
import { guideFlags } from "./guide-flags.ts";

test("a dismissed guide is stored by its name, beside others", () => {
  guideFlags.dismiss("first tip");
  expect([guideFlags.has("first tip"), guideFlags.has("other tip")]).toEqual([true, false]);
  guideFlags.dismiss("other tip");
  guideFlags.dismiss("first tip");
  expect(localStorage.getItem("guide")).toBe('["first tip","other tip"]');
});

test("on a 401 local storage is cleared (the guide flag is kept)", () => {
  guideFlags.dismiss("first tip");
  const names = Object.keys(localStorage);
  expect(names).toEqual(["guide"]);
  expect(preservedKeys).toEqual(expect.arrayContaining(names));
});
