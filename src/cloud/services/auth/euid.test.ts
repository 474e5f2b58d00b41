import { expect, it } from "vitest";
import { euidOf } from "./euid.ts";

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

it("takes no uid that does not fit", () => {
  expect(() => euidOf("ab".repeat(31))).toThrow("30 bytes");
  expect(() => euidOf("hello")).toThrow("hex");
});
