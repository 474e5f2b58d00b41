import { expect, test } from "vitest";
import { newRule, ruleProblem, toForm, toRule } from "./lifecycle-rules.ts";

test("a rule is the same after it was shown in the form", () => {
  const rules = [
    { id: "a", enabled: true, prefix: "logs/", tags: { keep: "no", x: "" }, sizeAbove: 1, sizeBelow: 9, expireDays: 3 },
    { id: "b", enabled: false, expireDate: "2030-01-01T00:00:00Z" },
    { id: "c", enabled: true, expireMarkers: true, noncurrentDays: 2, noncurrentKept: 5, abortDays: 7 },
  ];
  for (const rule of rules) {
    expect(toRule(toForm(rule))).toEqual(rule);
    expect(ruleProblem(toForm(rule))).toBeUndefined();
  }
});

test("a rule without an action or with a wrong number is refused", () => {
  const rule = { ...newRule([]), abortDays: "" };
  expect(ruleProblem(rule)).toBe("Choose at least one action for each rule.");
  expect(ruleProblem({ ...rule, expireDays: "0" })).toMatch(/whole numbers/);
  expect(ruleProblem({ ...rule, expireDays: "1.5" })).toMatch(/whole numbers/);
  expect(ruleProblem({ ...rule, id: " ", expireDays: "1" })).toBe("Enter a name for each rule.");
  expect(ruleProblem({ ...rule, expireDays: "1" })).toBeUndefined();
});

test("a new rule is valid and has an unused name", () => {
  const first = newRule([]);
  expect(ruleProblem(first)).toBeUndefined();
  expect(newRule([{ ...first, id: "rule-2" }]).id).toBe("rule-3");
});
