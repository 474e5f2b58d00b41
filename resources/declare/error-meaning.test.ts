import { describe, expect, test } from "vitest";
import { meaningOf } from "./error-meaning.ts";
import { errors } from "./errors.ts";

describe("messages about storage reached, or insufficient storage (also IPFS or AR storage) trigger the deposit prompt", () => {
  test.each([
    "Storage limit reached.",
    "Your storage has been reached",
    "Insufficient storage",
    "insufficient IPFS storage for this upload",
    "Insufficient AR storage.",
  ])("%s", (message) => {
    expect(meaningOf({ statusCode: 400, code: 400, message })).toBe("insufficient");
  });

  test("so do used-up allowances, the code for insufficient LAND and a spend cap, and nothing else", () => {
    expect(meaningOf({ statusCode: 402, ...errors.ALLOWANCE_USED_UP, code: "ALLOWANCE_USED_UP" })).toBe("insufficient");
    expect(meaningOf({ statusCode: 200, code: 10_002 })).toBe("insufficient");
    const capped = { ...errors.SPEND_CAP_REACHED, code: "SPEND_CAP_REACHED" };
    expect(meaningOf({ statusCode: capped.status, ...capped })).toBe("insufficient");
    expect(meaningOf({ statusCode: 409, ...errors.LIMIT_REACHED, code: "LIMIT_REACHED" })).toBeUndefined();
    expect(meaningOf({ statusCode: 500, code: "INTERNAL", message: errors.INTERNAL.message })).toBeUndefined();
  });
});

test("code 100077 suppresses the alert, whatever the status", () => {
  for (const statusCode of [200, 401, 403, 409]) {
    expect(meaningOf({ statusCode, code: 100_077, message: "Not activated" })).toBe("not-activated");
  }
});

describe("409: show the message and reload, except for code OBJECT_ALREADY_EXIST", () => {
  test.each([
    ["OBJECT_ALREADY_EXIST", undefined],
    ["NAME_TAKEN", undefined],
    ["SOMETHING_NEW", "conflict"],
    [409, "conflict"],
    ["IDEMPOTENCY_KEY_REUSED", "conflict"],
  ])("%s", (code, meaning) => {
    expect(meaningOf({ statusCode: 409, code, message: "No." })).toBe(meaning);
  });

  test("string data is new auth data, whatever the code", () => {
    expect(meaningOf({ statusCode: 409, code: "NAME_TAKEN", data: "{}" })).toBe("conflict");
  });
});
