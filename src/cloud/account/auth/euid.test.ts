import { expect, it } from "vitest";
import { euidOf, uidOfEuid } from "./euid.ts";

const zeros = (bytes: number) => "00".repeat(bytes);

it("euid (bytes32) is the uid's hex bytes left-aligned and zero-padded; its last byte is their number", () => {
  expect(euidOf("abcd12")).toBe(`0xabcd12${zeros(28)}03`);
});

it("adds 32 to the last byte if the uid had 0x", () => {
  expect(euidOf("0xabcd12")).toBe(`0xabcd12${zeros(28)}23`);
});

it("sets byte 30 to 1 for an xxx prefix", () => {
  expect(euidOf("xxxabcd12")).toBe(`0xabcd12${zeros(27)}0103`);
});

it("rejects a uid that does not fit", () => {
  expect(() => euidOf("ab".repeat(31))).toThrow("30 bytes");
  expect(() => euidOf("hello")).toThrow("hex");
});

it.each(["abcd12", "0xabcd12", "xxxabcd12", "ab".repeat(30), "00"])("decodes to the uid %s", (uid) => {
  expect(uidOfEuid(euidOf(uid))).toBe(uid);
});

it("decodes only if it is exactly what a uid encodes to", () => {
  const euid = euidOf("abcd12");
  expect(uidOfEuid(euid.toUpperCase().replace("0X", "0x"))).toBe("abcd12");
  const others = [euid.slice(0, -2), `${euid}00`, euid.replace("12", "zz"), euid.replace(/03$/, "02")];
  const impossible = [`0xabcd12${zeros(27)}0203`, `0xabcd12${zeros(28)}43`, `0x${zeros(32)}`, `0x01${zeros(30)}1f`];
  for (const wrong of [...others, ...impossible]) expect(uidOfEuid(wrong), wrong).toBeUndefined();
});
