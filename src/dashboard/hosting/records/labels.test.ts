import { expect, test } from "vitest";
import type { MonthlyBill, Transaction } from "../../../../resources/billing/record-calls.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { spanOf } from "./use-records-state.ts";
import { partsOf } from "../../billing/flows/bills/bill-parts.ts";
import { isThisMonth, markedLabelsOf, sideOf, labelsOf } from "./labels.ts";

const land = (amount: number): string => String(BigInt(amount) * 10n ** 18n);
const bill: MonthlyBill = {
  month: "2026-11",
  opening: land(10),
  deposits: land(5_000_000),
  takenBack: land(7),
  given: land(50),
  corrected: land(-3),
  merged: land(40),
  spent: [
    { resourceType: "TRAFFIC", land: land(100) },
    { resourceType: null, land: land(2) },
  ],
  repaid: "0",
  closing: land(4_999_988),
};

test("a month's credits and debits add up to the difference of its balances", () => {
  const sum = partsOf(bill).reduce((all, { amount }) => all + amount, 0n);
  expect(BigInt(bill.opening) + sum).toBe(BigInt(bill.closing));
  expect(sideOf(bill, true)).toEqual({
    sum: BigInt(land(5_000_090)),
    details: "Deposits $5.00 · Bonuses and vouchers <$0.0001 · Merged account <$0.0001",
  });
  expect(sideOf(bill, false)).toEqual({
    sum: BigInt(land(-112)),
    details: "Corrections <$0.0001 · Deposits reversed <$0.0001 · Traffic $0.0001 · Other usage <$0.0001",
  });
});

test("each movement shows its description, hour or source, and debt", () => {
  const hour = Date.UTC(2026, 10, 21, 13) / 1000;
  const item = { id: "1", createdAt: hour, reason: "usage", amount: "-1", balance: "0", owed: "0" };
  const labels = (more: Partial<Transaction>) => labelsOf({ type: "USAGE", ...item, ...more });
  const [from, until] = [hour, hour + 3600].map((moment) => formatMoment(moment).slice(0, -3));
  expect(labels({ resourceType: "TRAFFIC", hour })).toEqual({
    first: "Traffic",
    second: `${from} – ${until!.slice(-5)}`,
  });
  expect(labels({ type: "DEPOSIT", network: "Polygon" })).toEqual({ first: "Deposit", second: "Polygon" });
  expect(labels({ type: "GIVEN", reason: "Voucher" }).first).toBe("Voucher");
  expect(labels({ type: "CORRECTION", reason: "Paid twice" }).second).toBe("Paid twice");
  expect(markedLabelsOf({ type: "DEPOSIT", ...item, network: "TON", merged: true }).second).toBe(
    "Merged account · TON",
  );
  expect(labels({ type: "MERGED", reason: "Merged into this account" }).first).toBe("Merged into this account");
  expect(labels({ type: "TAKEN_BACK", network: "Polygon", owed: land(3) }).second).toBe("Polygon · <$0.0001 owed");
});

test("months and periods are formatted as requested", () => {
  expect(isThisMonth("2026-11", Date.UTC(2026, 10, 30, 23, 59))).toBe(true);
  expect(isThisMonth("2026-11", Date.UTC(2026, 11, 1))).toBe(false);
  const now = Date.UTC(2026, 10, 22, 6, 30);
  expect(spanOf("7d", now)).toEqual({ since: Date.UTC(2026, 10, 15, 6) / 1000 });
  expect(spanOf(undefined, now)).toEqual({});
  expect(spanOf({ startSeconds: 1, endSeconds: 2 }, now)).toEqual({ since: 1, until: 2 });
});
