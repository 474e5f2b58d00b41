import { describe, expect, it, test } from "vitest";
import { bareName, isBareName, namesOf, toDomain, type DomainChoice } from "./domain-names.ts";

describe("domain choice types", () => {
  const names = (name: string, choice: DomainChoice) => namesOf(name, choice);
  test("0 add the www name and redirect the bare name to it", () => {
    const pair = [{ name: "www.shop.example" }, { name: "shop.example", redirectTo: "www.shop.example" }];
    expect([names("shop.example", 0), names("www.shop.example", 0)]).toEqual([pair, pair]);
  });
  test("1 add the bare name and redirect the www name to it", () => {
    const pair = [{ name: "shop.example" }, { name: "www.shop.example", redirectTo: "shop.example" }];
    expect([names("shop.example", 1), names("www.shop.example", 1)]).toEqual([pair, pair]);
  });
  test("2 add only the given name", () => {
    expect(names("www.shop.example", 2)).toEqual([{ name: "www.shop.example" }]);
    expect(names("*.shop.example", 2)).toEqual([{ name: "*.shop.example" }]);
  });
});

describe("an entered name", () => {
  it.each([
    ["  Shop.Example. ", "shop.example"],
    ["https://www.shop.example/", "www.shop.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["*.Bücher.example", "*.xn--bcher-kva.example"],
    ["例え.テスト", "xn--r8jz45g.xn--zckzah"],
    ["a.b.c.d.example", "a.b.c.d.example"],
    ["shop.photography", "shop.photography"],
  ])("%s becomes %s: punycode, lowercase, without the final dot", (input, name) => {
    expect(toDomain(input)).toBe(name);
  });

  it.each([
    "",
    "localhost",
    "shop.localhost",
    "printer.local",
    "hidden.onion",
    "127.0.0.1",
    "127.1",
    "1.2",
    "[::1]",
    "shop",
    "*.example",
    "shop.example/path",
    "shop.example:8080",
    "user@shop.example",
    "a_b.example",
    "-shop.example",
    "shop-.example",
    "sh op.example",
    "shop%2eexample.example",
    `${"a.".repeat(127)}example`,
  ])("%j is refused", (input) => {
    expect(toDomain(input)).toBeUndefined();
  });

  it("its bare name is without www or wildcard", () => {
    expect(
      ["www.shop.example", "*.shop.example", "shop.example", "www.example", "blog.shop.example"].map(bareName),
    ).toEqual(["shop.example", "shop.example", "shop.example", "www.example", "blog.shop.example"]);
  });

  it("is a bare name, where DNS allows no CNAME, with two labels or below a country's registry", () => {
    expect(
      ["shop.example", "shop.co.uk", "www.shop.example", "*.example.com", "blog.co.example"].map(isBareName),
    ).toEqual([true, true, false, false, false]);
  });
});
