import { expect, test } from "vitest";
import { accountLabel } from "./account-labels.ts";
import { formatAmount } from "./format-amount.ts";

test("ledger amounts are formatted without rounding", () => {
  expect(formatAmount("0", "LAND")).toBe("$0.00 (0 LAND)");
  expect(formatAmount("1", "LAND")).toBe("<$0.0001 (0.000000000000000001 LAND)");
  expect(formatAmount("-5000000500000000000000000", "LAND")).toBe("-$5.00 (-5,000,000.5 LAND)");
  expect(formatAmount("9007199254740993000000000000000000", "LAND")).toBe(
    "$9,007,199,254.74 (9,007,199,254,740,993 LAND)",
  );
  expect(formatAmount("-1300", "POINT")).toBe("-1,300 points");
});

test("accounts have labels, and unknown accounts show their code", () => {
  expect(accountLabel("voucher")).toBe("Vouchers");
  expect(accountLabel("something-new")).toBe("something-new");
});
