// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { element } from "./elements.ts";
import { shortfallPart } from "./transaction-part.ts";

const coin = 10n ** 18n;

test("the balance updates after test coins arrive, and the transaction can be sent", async () => {
  const approve = document.createElement("button");
  const balance = element("code", "0 ETH");
  const part = shortfallPart(
    {
      kind: "transaction",
      address: "0xa",
      chainName: "Ethereum",
      symbol: "ETH",
      value: coin,
      fee: 1n,
      balance: 0n,
      topUp: async () => 10n * coin,
    },
    { approve, balance },
  );
  expect(part.hidden).toBe(false);
  expect(approve.disabled).toBe(true);
  part.querySelector("button")!.click();
  await vi.waitFor(() => expect(part.hidden).toBe(true));
  expect(approve.disabled).toBe(false);
  expect(balance.textContent).toBe("10 ETH");
});
