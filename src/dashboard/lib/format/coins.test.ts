import { expect, test } from "vitest";
import { parseCoins, formatCoins, formatCoinsShort, formatGasPrice } from "./coins.ts";

const coin = 10n ** 18n;

test("coins are shown to the last wei, in tables to six decimals", () => {
  expect(formatCoins(1500n * coin + 1n, "ETH")).toBe("1,500.000000000000000001 ETH");
  expect(formatCoins("0", "BNB")).toBe("0 BNB");
  expect(formatCoinsShort(1_234_567_891_234_567_890n, "ETH")).toBe("1.234568 ETH");
  expect(formatCoinsShort(1n, "ETH")).toBe("<0.000001 ETH");
  expect(formatCoinsShort(0n, "ETH")).toBe("0 ETH");
  expect(formatGasPrice(1_000_000_007n)).toBe("1.000000007 gwei");
});

test("an entered amount is parsed exactly, with a point or a comma", () => {
  expect(parseCoins("0.1")).toBe(coin / 10n);
  expect(parseCoins(" ,5 ")).toBe(coin / 2n);
  expect(parseCoins("12345678901234567890")).toBe(12_345_678_901_234_567_890n * coin);
  for (const text of ["", ".", "1e3", "0x1", "1 2", "-1", "0.0000000000000000001"])
    expect(parseCoins(text)).toBeUndefined();
});
