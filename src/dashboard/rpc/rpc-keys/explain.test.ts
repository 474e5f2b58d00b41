import { expect, test } from "vitest";
import { rpcLogReasons, rpcRefusals } from "../../../../resources/rpc/errors.ts";
import { explainError } from "./explain.ts";

test("every error of the gateway has an explanation", () => {
  for (const { code, status } of Object.values(rpcRefusals))
    expect(explainError({ code, status }), String(code)).toMatch(/\.$/);
  for (const reason of rpcLogReasons) expect(explainError({ code: -32_005, reason }), reason).toMatch(/\.$/);
});

test("refusals name the setting to change", () => {
  expect(explainError({ code: -32_090, reason: "NOT_ON_ALLOWLIST" })).toContain("Settings › Allowlist");
  expect(explainError({ code: -32_601, reason: "NOT_ON_ALLOWLIST" })).toContain("Settings › Allowlist");
  expect(explainError({ code: -32_090, reason: "KEY_INACTIVE" })).toContain("Settings › General");
  expect(explainError({ code: -32_090, reason: "TOKEN_REQUIRED" })).toContain("Security");
  expect(explainError({ code: -32_005, reason: "DAILY_CAP" })).toContain("Settings › Limits");
  expect(explainError({ code: -32_005, reason: "RATE" })).toContain("fewer requests at once");
  expect(explainError({ code: -32_005, reason: "SPEND_CAP" })).toContain("in Billing");
  expect(explainError({ code: -32_005, reason: "USED_UP" })).toContain("Deposit");
});

test("errors of contracts have no explanation", () => {
  expect(explainError({ code: -32_015 })).toBeUndefined();
});
