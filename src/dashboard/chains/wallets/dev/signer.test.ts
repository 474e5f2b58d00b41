import {
  parseTransaction,
  recoverTransactionAddress,
  verifyMessage,
  type Hex,
  type TransactionSerializedLegacy,
} from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { describe, expect, test } from "vitest";
import {
  addressOf,
  newPrivateKey,
  readableText,
  signMessage,
  signTransaction,
  transactionHash,
  type LegacyTransaction,
} from "./signer.ts";

const key = newPrivateKey();
const address = privateKeyToAddress(key);

describe("the built-in wallet's signer", () => {
  test("has a new key each time, with the address of another library", () => {
    expect(newPrivateKey()).not.toBe(key);
    expect(addressOf(key)).toBe(address);
  });

  test.each(["Grüße ✓", "", "0x", "0xff00", "0xabc", "0xno"])(
    "signs %j: bytes if it is hex, else the text",
    async (text) => {
      const signature = (await signMessage(key, text)) as Hex;
      const isBytes = /^0x(..)*$/.test(text) && text !== "0xno";
      const message = isBytes ? { raw: text as Hex } : text;
      expect(await verifyMessage({ address, message, signature })).toBe(true);
    },
  );

  test("signs legacy transactions with their chain", async () => {
    const call = { chainId: 137, value: 10n ** 20n, gas: 21_000n, gasPrice: 3n * 10n ** 9n, nonce: 7 };
    const transactions: LegacyTransaction[] = [
      { ...call, to: address },
      { ...call, to: address.toLowerCase(), data: "0x0102" },
      { ...call, data: "0x6000" },
    ];
    for (const transaction of transactions) {
      const raw = (await signTransaction(key, transaction)) as TransactionSerializedLegacy;
      const parsed = parseTransaction(raw);
      expect(parsed).toMatchObject({ ...call, type: "legacy" });
      expect([parsed.to?.toLowerCase(), parsed.data]).toEqual([transaction.to?.toLowerCase(), transaction.data]);
      expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(address);
    }
  });

  test("hashes a raw transaction with Keccak-256", () => {
    expect(transactionHash("0x")).toBe("0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
  });

  test("shows bytes as text, unless they are none", () => {
    expect(["0x4772c3bcc39f65", "0xff", "Grüße", "0x123"].map(readableText)).toEqual([
      "Grüße",
      "0xff",
      "Grüße",
      "0x123",
    ]);
  });
});
