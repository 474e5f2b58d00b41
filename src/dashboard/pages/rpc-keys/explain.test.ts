import { expect, test } from "vitest";
import { errors } from "../../../../resources/errors.ts";
import { rpcRefusals } from "../../../../resources/rpc/errors.ts";
import { explainError } from "./explain.ts";

test("every error that the gateway answers with is explained with a way out", () => {
  for (const { code, status } of Object.values(rpcRefusals))
    expect(explainError(code, "", status), String(code)).toMatch(/\.$/);
});

test("what refuses says where it is changed", () => {
  const say = (code: number, message: string) => explainError(code, message);
  expect(say(-32_090, "This key's allowlist does not include this origin.")).toContain("Settings › Allowlist");
  expect(say(-32_601, "This key's allowlist does not include this method.")).toContain("Settings › Allowlist");
  expect(say(-32_090, "This key is inactive. Activate it in its settings.")).toContain("Settings › General");
  expect(say(-32_090, "This key requires a valid JSON Web Token signed by one of its public keys.")).toContain(
    "Security",
  );
  expect(say(-32_005, "Daily cap reached. Raise the cap, or retry tomorrow (UTC).")).toContain("Settings › Limits");
  expect(say(-32_005, "This key's compute units per second are used up.")).toContain("fewer requests at once");
  expect(say(-32_005, errors.SPEND_CAP_REACHED.message)).toContain("in Billing");
  expect(say(-32_005, "Insufficient resources, please deposit 'LAND'.")).toContain("Deposit LAND");
});

test("an error that only the contract knows is left to what the node says", () => {
  expect(explainError(-32_015, "something of the node's own")).toBeUndefined();
});
