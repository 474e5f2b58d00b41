import { expect, test } from "vitest";
import { newRule, ruleProblem, toForm, toRule } from "./cors-rules.ts";

test("a rule survives a round trip through the form", () => {
  const rule = {
    origins: ["https://a.example", "http://*.b.example"],
    methods: ["GET"],
    headers: ["*"],
    exposed: ["ETag"],
    maxAgeSeconds: 60,
  };
  expect(toRule(toForm(rule))).toEqual(rule);
  expect(toRule({ ...toForm(rule), maxAge: "" }).maxAgeSeconds).toBeUndefined();
});

test("rules without origin or method, with a path, or with fractional seconds are rejected", () => {
  const form = { ...newRule, origins: "https://a.example\nhttp://localhost:3000" };
  expect(ruleProblem(form)).toBeUndefined();
  expect(ruleProblem({ ...form, origins: " *" })).toBeUndefined();
  expect(ruleProblem(newRule)).toContain("at least one origin");
  expect(ruleProblem({ ...form, origins: "https://a.example/x" })).toContain(
    '"https://a.example/x" is not a valid origin',
  );
  expect(ruleProblem({ ...form, origins: "https://*.*" })).toContain("is not a valid origin");
  expect(ruleProblem({ ...form, methods: [] })).toContain("one method");
  expect(ruleProblem({ ...form, maxAge: "1.5" })).toContain("whole number");
});
