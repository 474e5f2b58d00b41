import { expect, test } from "vitest";
import { allowlistRefusal, refusalFor, RpcRefusal } from "./refusals.ts";

test("a refusal says its reason, also for the key's log", () => {
  const cap = refusalFor("usedUp", "DAILY_CAP");
  expect(cap.error).toEqual({ code: -32_005, message: cap.message, data: { reason: "DAILY_CAP" } });
  expect(refusalFor("rateExceeded", "RATE", { retryAfterMs: 20 }).error.data).toEqual({
    reason: "RATE",
    retryAfterMs: 20,
  });
  expect(allowlistRefusal("clientRefused", "agent").message).toBe(
    "This key's allowlist does not include this user agent.",
  );
  const logged = [cap, allowlistRefusal("clientRefused", "agent"), allowlistRefusal("contractRefused", "contract")];
  expect(logged.map(({ reason }) => reason)).toEqual(["DAILY_CAP", "NOT_ON_ALLOWLIST", "NOT_ON_ALLOWLIST"]);
});

test("a reason that the code says already is only in the key's log", () => {
  const { error, reason } = new RpcRefusal("noNode", "No node.");
  expect(error).toEqual({ code: -32_603, message: "No node." });
  expect(reason).toBe("NO_NODE");
});
