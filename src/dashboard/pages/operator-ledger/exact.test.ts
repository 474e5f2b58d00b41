import { expect, test } from "vitest";
import { accountWords } from "./account-words.ts";
import { exact } from "./exact.ts";

test("amounts of the ledger are written to the last unit", () => {
  expect(exact("0", "LAND")).toBe("0");
  expect(exact("1", "LAND")).toBe("0.000000000000000001");
  expect(exact("-5000000500000000000000000", "LAND")).toBe("-5,000,000.5");
  expect(exact("9007199254740993000000000000000000", "LAND")).toBe("9,007,199,254,740,993");
  expect(exact("-1300", "POINT")).toBe("-1,300");
});

test("accounts are called by what they are for", () => {
  expect(accountWords("voucher")).toBe("Vouchers");
  expect(accountWords("something-new")).toBe("something-new");
});
