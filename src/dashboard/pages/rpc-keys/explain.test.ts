import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errors } from "../../../../resources/errors.ts";
import { explainError } from "./explain.ts";

const documented = readFileSync(join(import.meta.dirname, "../../../../docs/rpc.md"), "utf8");

test("every error that the document on RPC names is explained with a way out", () => {
  const codes = [...documented.matchAll(/^\| (-\d+) /gm)].map(([, code]) => Number(code));
  expect(codes.length).toBeGreaterThan(5);
  for (const code of codes) expect(explainError(code, "", 401), String(code)).toMatch(/\.$/);
});

test("what refuses says where it is changed", () => {
  const say = (code: number, message: string) => explainError(code, message);
  expect(say(-32_001, "This key's allowlist does not hold this origin.")).toContain("Settings › Allowlist");
  expect(say(-32_601, "This key's allowlist does not hold this method.")).toContain("Settings › Allowlist");
  expect(say(-32_001, "This key is not active. Switch it on in its settings.")).toContain("Settings › General");
  expect(say(-32_001, "This key wants a JSON Web Token that one of its public keys has signed.")).toContain("Security");
  expect(say(-32_005, "This key's daily cap is reached.")).toContain("Settings › Limits");
  expect(say(-32_005, "More compute units a second than this key has.")).toContain("fewer requests at once");
  expect(say(-32_005, errors.SPEND_CAP_REACHED.message)).toContain("in Billing");
  expect(say(-32_005, "Insufficient resources, please deposit 'LAND'.")).toContain("once LAND is deposited");
});

test("an error that only the contract knows is left to what the node says", () => {
  expect(explainError(-32_015, "something of the node's own")).toBeUndefined();
});
