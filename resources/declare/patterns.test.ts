import { expect, test } from "vitest";
import {
  domainPattern,
  emailPattern,
  ethereumAddressPattern,
  prefixedAddress,
  secondLevelDomainPattern,
} from "./patterns.ts";

const hex = "70997970C51812dc3A010C7d01b50e0d17dc79C8";
const label = "a".repeat(63);

/** Returns the texts that a pattern matches or rejects unexpectedly. */
const mistaken = (pattern: RegExp, right: readonly string[], wrong: readonly string[]): string[] => [
  ...right.filter((text) => !pattern.test(text)),
  ...wrong.filter((text) => pattern.test(text)),
];

test("email: anything, an @, then a domain containing a dot", () => {
  const right = [
    "ada@shop.example",
    "a@b.c",
    "ada.king+x@mail.shop.example",
    '"ada king"@shop.example',
    "a@b@c.example",
  ];
  const wrong = ["", "ada", "ada@", "@shop.example", "ada@shop", "ada@.example", "ada@shop.", "ada@shop..example"];
  expect(mistaken(emailPattern, right, wrong)).toEqual([]);
  expect(mistaken(emailPattern, [], ["ada@shop.example\nBcc: all@x.example", "a\nb@shop.example"])).toEqual([]);
});

test("domain: word segments plus a top-level part of 2 to 10 letters", () => {
  const right = ["shop.example", "a.b.c.d.example", "my-shop.co.uk", "x1.io", "a_b.museum", "a.technology"];
  const wrong = ["shop", ".example", "shop.", "shop.e", "shop.abcdefghijk", "shop.c0m", "-.example", "a b.example"];
  expect(mistaken(domainPattern, right, wrong)).toEqual([]);
});

test("Ethereum address: optional 0x plus 40 hex characters", () => {
  const right = [hex, `0x${hex}`, hex.toLowerCase(), `0X${hex.toUpperCase()}`];
  const wrong = ["", "0x", hex.slice(1), `${hex}0`, `0x${hex.slice(1)}g`, ` ${hex}`, `x${hex}`];
  expect(mistaken(ethereumAddressPattern, right, wrong)).toEqual([]);
  expect([hex, `0x${hex}`, `0X${hex}`].map(prefixedAddress)).toEqual(Array.from({ length: 3 }, () => `0x${hex}`));
});

test("second-level domain: 3 to 255 characters in total; each label 1 to 63 letters, digits or hyphens (the first label may be a wildcard); one or two further labels", () => {
  const right = [
    "a.b",
    "*.example",
    "*.shop.example",
    "shop.example",
    "www.my-shop.example",
    `${label}.${label}.${label}`,
  ];
  const wrong = ["ab", "a.", ".b", "shop", "a.b.c.d", "shop.*", "www.*.example", "a*.example", "sh_op.example"];
  expect(mistaken(secondLevelDomainPattern, right, [...wrong, `${label}a.example`, "shop.example."])).toEqual([]);
});

test("no pattern backtracks on a long text that almost fits", () => {
  const texts = [`${"a-".repeat(5000)}@${"a.".repeat(5000)} `, `${"a.".repeat(10_000)} `, "@".repeat(20_000)];
  for (const pattern of [emailPattern, domainPattern, ethereumAddressPattern, secondLevelDomainPattern]) {
    expect(texts.map((text) => pattern.test(text))).toEqual([false, false, false]);
  }
});
