import { expect, test } from "vitest";
import { refuseChanged } from "./refuse-changed.ts";

const rule = (origin: string) => ({ AllowedOrigins: [origin], AllowedMethods: ["GET"] });

test("rules that another user changed meanwhile are not replaced; the refusal has both values", () => {
  const [seen, theirs, yours] = [[rule("https://a.example")], [rule("https://b.example")], [rule("https://c.example")]];
  const refusal = { code: "CHANGED_MEANWHILE", statusCode: 409, data: { changed: { rules: { yours, theirs } } } };
  expect(() => refuseChanged("rules", theirs, seen, yours)).toThrow(expect.objectContaining(refusal));
  expect(() => refuseChanged("rules", [], seen, yours)).toThrow("changed");
});

test("unchanged rules are replaced, and those that another user changed in the same way", () => {
  const [seen, yours] = [[rule("https://a.example")], [rule("https://c.example")]];
  refuseChanged("rules", [rule("https://a.example")], seen, yours);
  refuseChanged("rules", [rule("https://c.example")], seen, yours);
});
