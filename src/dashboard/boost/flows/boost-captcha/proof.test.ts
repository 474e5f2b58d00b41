import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { likelyDone, proves, searchProof } from "./proof.ts";

const puzzle = { salt: "5f0c", bits: 9 };
/** Returns the digest's first bits by another implementation. */
const firstBits = (counter: number): number =>
  createHash("sha256").update(`${puzzle.salt}${counter}`).digest().readUInt32BE(0) >>> (32 - puzzle.bits);

it("finds the first counter whose hash starts with the required zero bits", () => {
  const solution = searchProof(puzzle, 0, 1, 20_000)!;
  expect(firstBits(solution)).toBe(0);
  for (let before = 0; before < solution; before += 1) expect(firstBits(before)).not.toBe(0);
  expect(proves({ ...puzzle, bits: 200 }, solution)).toBe(false);
});

it("several workers together try every counter", () => {
  const solution = searchProof(puzzle, 0, 1, 20_000)!;
  const shared = [0, 1, 2].map((first) => searchProof(puzzle, first, 3, 20_000)!);
  expect(Math.min(...shared)).toBe(solution);
  expect(searchProof(puzzle, 0, 1, solution)).toBeUndefined();
});

it("progress is the probability of having found a solution", () => {
  expect(likelyDone(0, 16)).toBe(0);
  expect(likelyDone(2 ** 16, 16)).toBeCloseTo(0.632, 3);
  expect(likelyDone(2 ** 24, 16)).toBeLessThanOrEqual(1);
});
