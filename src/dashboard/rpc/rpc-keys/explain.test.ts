import { expect, test } from "vitest";
import { errors } from "../../../../resources/declare/errors.ts";
import { rpcRefusals } from "../../../../resources/rpc/errors.ts";
import { explainError } from "./explain.ts";

test("every error of the gateway has an explanation", () => {
  for (const { code, status } of Object.values(rpcRefusals))
    expect(explainError(code, "", status), String(code)).toMatch(/\.$/);
});

test("refusals name the setting to change", () => {
  const explain = (code: number, message: string) => explainError(code, message);
  expect(explain(-32_090, "This key's allowlist does not include this origin.")).toContain("Settings › Allowlist");
  expect(explain(-32_601, "This key's allowlist does not include this method.")).toContain("Settings › Allowlist");
  expect(explain(-32_090, "This key is inactive. Activate it in its settings.")).toContain("Settings › General");
  expect(explain(-32_090, "This key requires a valid JSON Web Token signed by one of its public keys.")).toContain(
    "Security",
  );
  expect(explain(-32_005, "Daily cap reached. Raise the cap, or retry tomorrow (UTC).")).toContain("Settings › Limits");
  expect(explain(-32_005, "This key's compute units per second are used up.")).toContain("fewer requests at once");
  expect(explain(-32_005, errors.SPEND_CAP_REACHED.message)).toContain("in Billing");
  expect(explain(-32_005, "Insufficient resources, please deposit 'LAND'.")).toContain("Deposit");
});

test("errors of contracts have no explanation", () => {
  expect(explainError(-32_015, "something of the node's own")).toBeUndefined();
});
