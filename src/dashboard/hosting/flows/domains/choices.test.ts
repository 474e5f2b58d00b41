import { expect, test } from "vitest";
import { choiceTexts, offersPair, suggestedChoice } from "./choices.ts";

test("options contain the entered domain once it is valid", () => {
  const labels = (input: string) => choiceTexts(input).map(({ title, text }) => `${title}: ${text}`);
  expect(labels("WWW.shop.example")).toEqual([
    "www.shop.example: Adds it and redirects shop.example to it.",
    "shop.example: Adds it and redirects www.shop.example to it.",
    "Only www.shop.example: Adds only this domain.",
  ]);
  expect(labels("sho")[0]).toBe("With www: Adds the www domain and redirects the root domain to it.");
});

test.each([
  ["shop.example", 1],
  ["www.shop.example", 0],
  ["blog.shop.example", 2],
  ["shop.co.uk", 1],
  ["", 2],
])("%j is suggested as choice %i", (input, choice) => {
  expect(suggestedChoice(input)).toBe(choice);
});

test("wildcards have no www variant", () => {
  expect([offersPair("*.shop.example"), offersPair("shop.example")]).toEqual([false, true]);
});
