// @vitest-environment jsdom
import { expect, test } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { preservedKeys } from "../../api/session/keys.ts";
import { DontShowAgain } from "./dont-show-again.tsx";
import { guideFlags } from "./guide-flags.ts";

const { draw, find, press, text } = componentRenderer();
const checked = () => find<HTMLInputElement>("input").checked;

test("'Don't show again' checkbox stores the choice by its name, and can be cleared", async () => {
  await draw(<DontShowAgain flag="first tip" />);
  expect([text(), checked(), guideFlags.has("first tip")]).toEqual(["Don't show again", false, false]);
  await press("input");
  expect([checked(), guideFlags.has("first tip"), guideFlags.has("other tip")]).toEqual([true, true, false]);
  await draw(<DontShowAgain flag="other tip" />);
  expect(checked()).toBe(false);
  await draw(<DontShowAgain flag="first tip" />);
  await press("input");
  expect(guideFlags.has("first tip")).toBe(false);
});

test("on a 401 local storage is cleared (the guide flag is kept)", () => {
  guideFlags.set("first tip", true);
  const names = Object.keys(localStorage);
  expect(names).toEqual(["guide"]);
  expect(preservedKeys).toEqual(expect.arrayContaining(names));
});
