import {
  hexToBytes,
  parseSignature,
  recoverMessageAddress,
  serializeCompactSignature,
  signatureToCompactSignature,
  type Hex,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { messageSigner } from "./message-signer.ts";

const account = privateKeyToAccount(generatePrivateKey());
const address = account.address.toLowerCase();
const message = "Grüße ✓\nsecond line";
const signature = await account.signMessage({ message });
const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), Number(`0x${signature.slice(130)}`)];
const signed = (end: number, sValue = s): Hex => `0x${r}${sValue}${end.toString(16).padStart(2, "0")}`;
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

describe("the signer of a message", () => {
  test("signed a text or bytes, with an independent client", async () => {
    expect(messageSigner(message, signature)).toBe(address);
    const raw = hexToBytes("0x00ff10");
    expect(messageSigner(raw, await account.signMessage({ message: { raw } }))).toBe(address);
    expect(messageSigner(`${message} `, signature)).not.toBe(address);
  });

  test("is found as by another library for each last byte, and for the other s of the same point", async () => {
    const other = (order - BigInt(`0x${s}`)).toString(16).padStart(64, "0");
    const ends = [0, 1, 2, 26, 27, 28, 29, 35, 36, 255];
    const signatures = ends.flatMap((end) => [signed(end), signed(end, other)]);
    for (const each of [...signatures, signature.toUpperCase().replace("X", "x") as Hex]) {
      const expected = await recoverMessageAddress({ message, signature: each }).catch(() => undefined);
      expect(messageSigner(message, each), each).toBe(expected?.toLowerCase());
    }
    expect([messageSigner(message, signed(v - 27)), messageSigner(message, signed(55 - v, other))]).toEqual([
      address,
      address,
    ]);
  });

  test("signed in the compact form too (EIP-2098)", () => {
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));
    expect(compact).toHaveLength(130);
    expect(messageSigner(message, compact)).toBe(address);
    expect(messageSigner(`${message} `, compact)).not.toBe(address);
  });

  test("is unknown for other lengths, other formats and values outside the curve", () => {
    const zeros = "00".repeat(32);
    const invalid = ["", "0x", signature.slice(2), `${signature}00`, `0x${zeros}${zeros}1b`];
    const outside = [`0x${r}${order.toString(16)}1b`, `0x${"ff".repeat(64)}1b`, `0x${zeros}${s}1b`];
    for (const each of [...invalid, ...outside]) expect(messageSigner(message, each), each).toBeUndefined();
  });
});
