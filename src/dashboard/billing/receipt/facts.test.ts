import { expect, test } from "vitest";
import { landUnit } from "../../../../resources/money.ts";
import { depositFacts, purchaseFacts, statementLines } from "./facts.ts";

const land = (amount: number): string => (BigInt(amount) * landUnit).toString();
const payment = { id: "1", network: "Polygon", txHash: "0xabc", createdAt: 1, confirmations: null } as const;

test("a deposit's receipt has the paid coins, the chain and the transaction", () => {
  const record = { ...payment, amount: land(5), originalValue: `${landUnit / 500n}`, amountType: "ETH" } as const;
  expect(depositFacts({ ...record, landAmount: land(5_000_000), status: "CREDITED" })).toEqual([
    { label: "Paid", value: "0.002 ETH" },
    { label: "Chain", value: "Polygon" },
    { label: "Transaction", value: "0xabc" },
  ]);
});

test("a purchase's receipt has the resource, and its end if it has one", () => {
  const record = { ...payment, usd: land(2), coinAmount: "1", status: "GRANTED" } as const;
  const time = purchaseFacts({ ...record, resourceType: "BUILD_TIME", size: "3600", until: null });
  expect(time.what).toBe("Build time, 60 min");
  const storage = purchaseFacts({
    ...record,
    resourceType: "IPFS_STORAGE",
    size: `${5 * 1024 ** 3}`,
    until: 1_800_000_000,
  });
  expect(storage.what).toMatch(/^IPFS storage, 5 GB, until 1\d Jan 2027$/);
});

test("a statement's lines add up: opening balance, credits and debits", () => {
  const none = { deposits: "0", takenBack: "0", given: "0", corrected: "0", merged: "0", repaid: "0" };
  const spent = [{ resourceType: "TRAFFIC" as const, land: land(1_000_000) }];
  const bill = { ...none, month: "2026-11", opening: land(2_000_000), spent, closing: land(6_000_000) };
  expect(statementLines({ ...bill, deposits: land(5_000_000) })).toEqual([
    { label: "Opening balance", amount: "$2.00 (2,000,000 LAND)" },
    { label: "Deposits", amount: "$5.00 (5,000,000 LAND)" },
    { label: "Traffic", amount: "-$1.00 (-1,000,000 LAND)" },
  ]);
});
