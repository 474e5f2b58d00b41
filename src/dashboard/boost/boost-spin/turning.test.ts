import { expect, test } from "vitest";
import { wheel } from "../../../../resources/boost/spins/spin.ts";
import { fieldDegrees, turnTo } from "./turning.ts";

test("the wheel always turns forward and stops with the drawn field at the top", () => {
  let turn = 0;
  for (const field of [3, 3, 0, 7, ...wheel.keys()]) {
    const next = turnTo(turn, field);
    expect(next - turn).toBeGreaterThanOrEqual(5 * 360);
    expect(next - turn).toBeLessThan(6 * 360);
    expect((next + field * fieldDegrees) % 360).toBe(0);
    turn = next;
  }
});
