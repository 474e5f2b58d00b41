import { expect, test } from "vitest";
import { pointMessage, type PointFacts } from "./point-messages.ts";
import { pointKinds } from "../shapes.ts";

const told = (over: Partial<PointFacts> = {}): PointFacts => ({
  amount: "12.5",
  isLess: false,
  who: undefined,
  name: undefined,
  ...over,
});
const who = "0x709…79C8";

test("each type becomes a human sentence, e.g. 'I collected N points'", () => {
  expect(pointMessage("collect", told())).toBe("I collected 12.5 points");
  expect(pointMessage("collect", told({ amount: "1", who }))).toBe("I collected 1 point from 0x709…79C8");
  expect(pointMessage("explored", told({ who }))).toBe("0x709…79C8 explored my node and found 12.5 points");
  const all = pointKinds.map((kind) => pointMessage(kind, told()));
  for (const sentence of all) expect(sentence).toMatch(/^(I|Someone) [a-z].* 12\.5 points( .*)?$/);
  expect(new Set(all).size).toBe(all.length);
});

test("activity: positive is a win, negative a spend", () => {
  expect(pointMessage("activity", told({ name: "Lucky Draw" }))).toBe("I won 12.5 points in Lucky Draw");
  expect(pointMessage("activity", told({ isLess: true, name: "Lucky Draw" }))).toBe(
    "I spent 12.5 points on Lucky Draw",
  );
});
