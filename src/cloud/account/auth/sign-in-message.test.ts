import { createSiweMessage, parseSiweMessage } from "viem/siwe";
import { describe, expect, test } from "vitest";
import { parseSignInText, signInNonce, signInText, type SignInMessage } from "./sign-in-message.ts";

const message: SignInMessage = {
  domain: "cloud.example:8443",
  address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  statement: "Sign in to Freehold as Änn's team: 7 > 5.",
  uri: "https://cloud.example:8443",
  chainId: 137,
  nonce: signInNonce(),
  issuedAt: new Date("2026-01-02T03:04:05.678Z"),
  expiresAt: new Date("2026-01-02T03:09:05.678Z"),
};
const text = signInText(message);

describe("a sign-in message", () => {
  test("is the text that another library writes, and is read by it", () => {
    const { expiresAt: expirationTime, issuedAt, ...rest } = message;
    const fields = {
      ...rest,
      address: message.address as `0x${string}`,
      issuedAt,
      expirationTime,
      version: "1",
    } as const;
    expect(text).toBe(createSiweMessage(fields));
    expect(parseSiweMessage(text)).toEqual(fields);
  });

  test.each(["localhost", "localhost:4040", "127.0.0.1:4040", "cloud.example", "box_1:80", "xn--bcher-kva.example"])(
    "is read back for %s",
    (domain) => {
      const local = { ...message, domain, uri: `http://${domain}` };
      expect(parseSignInText(signInText(local))).toEqual(local);
    },
  );

  test.each([
    { statement: "Sign in.\n\nURI: https://evil.example" },
    { statement: "" },
    { domain: "evil.example\nwants" },
    { domain: "user@evil.example" },
    { domain: "[::1]:4040" },
    { address: "0x12" },
    { uri: "https://cloud.example\nVersion: 2" },
    { chainId: 0 },
    { chainId: 1.5 },
    { nonce: "short" },
    { nonce: "with spaces in it" },
  ])("is not created with %j", (field) => {
    expect(() => signInText({ ...message, ...field })).toThrow("invalid field");
  });

  test.each([
    ["another version", (it: string) => it.replace("Version: 1", "Version: 2")],
    ["a line more", (it: string) => `${it}\nNot Before: 2030-01-01T00:00:00.000Z`],
    ["a line break at the end", (it: string) => `${it}\n`],
    ["text before", (it: string) => `https://${it}`],
    ["no expiry", (it: string) => it.replace(/\nExpiration.*/, "")],
    ["another form of time", (it: string) => it.replace(/Expiration Time: .*/, "Expiration Time: tomorrow")],
    ["two statements", (it: string) => it.replace("\n\nURI", "\nIt is safe.\n\nURI")],
  ])("is not read with %s", (_, change) => {
    const changed = change(text);
    expect(changed).not.toBe(text);
    expect(parseSignInText(changed)).toBeUndefined();
  });

  test("has a nonce of 128 bits that is never used again", () => {
    const nonces = Array.from({ length: 1000 }, signInNonce);
    expect(new Set(nonces).size).toBe(1000);
    expect(nonces.every((nonce) => /^[0-9a-f]{32}$/.test(nonce))).toBe(true);
  });
});
