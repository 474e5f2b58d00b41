import { expect, test } from "vitest";
import { screenConflicts } from "./conflicts.ts";
import { errors } from "./errors.ts";
import type { ErrorMessage } from "./shared-errors.ts";

test("409: show the message and reload, except for code OBJECT_ALREADY_EXIST and what the catalogue names", () => {
  const named = Object.entries<ErrorMessage>(errors)
    .filter(([code, { status }]) => status === 409 && code !== "IDEMPOTENCY_KEY_REUSED")
    .map(([code, { wire }]) => wire ?? code);
  expect(screenConflicts).toEqual(new Set(["OBJECT_ALREADY_EXIST", ...named]));
});
