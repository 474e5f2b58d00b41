import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { drawPlan, heldPlot, planHeight, planWidth, type Plot } from "./title-plan.ts";

const areaOf = ({ corners }: Plot) =>
  Math.abs(
    corners.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % corners.length]!;
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );

test("sixteen plots and fifteen streets cover the square without gaps or overlap, for any digest", () => {
  for (let round = 0; round < 300; round += 1) {
    const { plots, streets } = drawPlan(new Uint8Array(randomBytes(32)));
    expect(plots).toHaveLength(16);
    expect(streets).toHaveLength(15);
    expect(plots.reduce((sum, plot) => sum + areaOf(plot), 0)).toBeCloseTo(planWidth * planHeight, 3);
    for (const plot of plots) expect(areaOf(plot)).toBeGreaterThan(planWidth * planHeight * 0.005);
    for (const { from, to } of streets) expect(Math.hypot(from[0] - to[0], from[1] - to[1])).toBeGreaterThan(1);
  }
});

test("the same bytes draw the same pattern, and one different byte another", () => {
  const digest = new Uint8Array(randomBytes(32));
  const other = digest.map((byte, index) => (index === 4 ? byte ^ 0xff : byte));
  expect(drawPlan(digest)).toEqual(drawPlan(digest.slice()));
  expect(drawPlan(other)).not.toEqual(drawPlan(digest));
});

test("each digest selects exactly one of the sixteen plots", () => {
  const held = new Set(Array.from({ length: 500 }, () => heldPlot(new Uint8Array(randomBytes(32)))));
  expect([...held].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, index) => index));
});
