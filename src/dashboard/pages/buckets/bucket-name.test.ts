import { expect, test } from "vitest";
import { bucketNameProblem, bucketNameRule } from "./bucket-name.ts";

test("a bucket name has 3 to 48 lowercase letters, digits and inner hyphens", () => {
  expect(["abc", "a1-b2", "x".repeat(48), "123"].map(bucketNameProblem)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(["Abc", "a_b", "-abc", "abc-", "a.b.c", "äbc"].map(bucketNameProblem)).toEqual(Array(6).fill(bucketNameRule));
  expect(bucketNameProblem("ab")).toBe("Use at least 3 characters.");
  expect(bucketNameProblem("x".repeat(49))).toBe("Use at most 48 characters. This name has 49.");
  expect(bucketNameProblem("")).toBe("Enter a name.");
});
