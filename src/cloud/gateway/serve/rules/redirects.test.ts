import { describe, expect, it } from "vitest";
import { parsePath } from "../target.ts";
import { RuleError } from "./pattern.ts";
import { consequenceOf, parseRedirects } from "./redirects.ts";

/** Returns the result of the rules for a URL: "301 /there", "200 /file", or undefined. */
const says = (rules: string, url: string, hostName = "site.example"): string | undefined => {
  const consequence = consequenceOf(parseRedirects(rules), { hostName, path: parsePath(url)! });
  if (!consequence) return undefined;
  const to = "location" in consequence ? consequence.location : `/${consequence.path.parts.join("/")}`;
  return `${consequence.status} ${to}`;
};

const problemOf = (rules: string): string => {
  try {
    parseRedirects(rules);
    return "";
  } catch (error) {
    if (error instanceof RuleError) return error.message;
    throw error;
  }
};

describe("_redirects", () => {
  it.each([
    ["/home /", "/home", "301 /"],
    ["/home / 302", "/home/", "302 /"],
    ["/a /b 303\n/a /c", "/a", "303 /b"],
    ["/a\t/b   307   # why", "/a", "307 /b"],
    ["# /a /b\r\n\r\n/a /c 308\r\n", "/a", "308 /c"],
    ["/shop https://shop.example/start 301", "/shop", "301 https://shop.example/start"],
    ["/app/* /app/index.html 200", "/app/x/y", "200 /app/index.html"],
    ["/old/* /410.html 410", "/old/1", "410 /410.html"],
    ["/no/* /no.html 451", "/no", "451 /no.html"],
    ["/nothing/* /404.html 404", "/nothing/1", "404 /404.html"],
    ["/posts/:year/:month/:slug /articles/:slug/:year-:month", "/posts/2026/11/x", "301 /articles/x/2026-11"],
    ["/posts/* /articles/:splat", "/posts/2026/x", "301 /articles/2026/x"],
    ["/posts/* /articles/:splat", "/posts", "301 /articles/"],
    ["/blog-* /b/:splat", "/blog-new/1", "301 /b/new/1"],
    ["/* /all/:splat", "/", "301 /all/"],
    ["/:a/:a2 /:a2/:a/:a", "/1/2", "301 /2/1/1"],
    ["/stra%C3%9Fe /s", "/stra%c3%9fe", "301 /s"],
    ["/straße /größe", "/stra%C3%9Fe", "301 /gr%C3%B6%C3%9Fe"],
    ["http://other.example/* https://site.example/:splat\n/* /here", "/x", "301 /here"],
    ["https://site.example/x /here", "/x", "301 /here"],
  ])("%j maps %s to %s", (rules, url, expected) => {
    expect(says(rules, url)).toBe(expected);
  });

  it.each([
    ["/home /", "/homes"],
    ["/home /", "/home/more"],
    ["/home /", "/Home"],
    ["/:a/b /x", "/b"],
    ["/posts/* /x", "/postscript"],
    ["/* /", "/"],
    ["/about /about/", "/about/"],
    ["/* /x?y=1", "/x?y=1"],
  ])("%j does not match %s", (rules, url) => {
    expect(says(rules, url)).toBeUndefined();
  });

  it("the query is kept unless the target has a query", () => {
    expect(says("/a /b", "/a?x=1&y=%2F")).toBe("301 /b?x=1&y=%2F");
    expect(says("/a /b#part", "/a?x=1")).toBe("301 /b?x=1#part");
    expect(says("/a /b?z=2", "/a?x=1")).toBe("301 /b?z=2");
  });

  it("a rule can match the query", () => {
    const rules = "/store id=:id kind=book /books/:id\n/store id=:id /things/:id";
    expect(says(rules, "/store?kind=book&id=7%2F8")).toBe("301 /books/7%2F8");
    expect(says(rules, "/store?id=7&kind=pen")).toBe("301 /things/7");
    expect(says(rules, "/store")).toBeUndefined();
  });

  it("values from a URL are escaped in headers", () => {
    expect(says("/x/* /y/:splat", "/x/%0d%0aset-cookie:%20a=b/%5c%5cevil.net")).toBe(
      "301 /y/%0D%0Aset-cookie%3A%20a%3Db/%5C%5Cevil.net",
    );
    expect(says("/* /:splat/", "//evil.net//x")).toBe("301 /evil.net/x/");
    expect(says("/go/:to https://:to.example/", "/go/evil.net%2F")).toBe("301 https://evil.net%2F.example/");
  });

  it.each([
    ["/a", "line 1: a rule needs a path and a destination"],
    ["/a /b\n\n/c /d 299", "line 3: the status “299” is not supported"],
    ["a /b", "line 1: “a” is not a path: it must start with a slash"],
    ["/a b", "line 1: “b” must be a path that starts with a slash, or a URL that starts with http:// or https://"],
    [
      "/a //evil.net",
      "line 1: “//evil.net” must be a path that starts with a slash, or a URL that starts with http:// or https://",
    ],
    [
      "/a javascript://x",
      "line 1: “javascript://x” must be a path that starts with a slash, or a URL that starts with http:// or https://",
    ],
    ["/*/b /c", "line 1: the * must be at the end of the path"],
    ["/*.html /c", "line 1: the * must be at the end of the path"],
    ["/*/* /c", "line 1: only one * is allowed"],
    ["/:a/:a /c", "line 1: “:a” is used twice"],
    ["/:1 /c", "line 1: “:1” is not a valid placeholder name"],
    ["/:splat /c", "line 1: “:splat” is not a valid placeholder name"],
    ["/a /b 302 Country=de", "line 1: conditions such as “Country=de” are not supported"],
    ["/a /b 302 x", "line 1: unexpected “x”"],
    [
      "/api/* https://api.example/:splat 200",
      "line 1: “https://api.example/:splat” is another site: use a redirect status such as 301 instead of 200",
    ],
    [
      `/a${"a".repeat(9000)} b`,
      "line 1: “b” must be a path that starts with a slash, or a URL that starts with http:// or https://",
    ],
  ])("%j is invalid: %s", (rules, problem) => {
    expect(problemOf(rules)).toBe(problem);
  });

  it("more than 2,000 rules are rejected", () => {
    expect(problemOf("/a /b\n".repeat(2000))).toBe("");
    expect(problemOf("/a /b\n".repeat(2001))).toBe("it has more than 2,000 rules");
  });

  it("the maximum number of rules and a very long path are matched quickly", () => {
    const rules = parseRedirects("/*  k=v /x\n/aaaaaaaa* /y 301\n".repeat(1000));
    const longest = parsePath(`/${"a/".repeat(8000)}?${"k=w&".repeat(100)}`)!;
    for (let round = 0; round < 100; round++) {
      expect(consequenceOf(rules, { hostName: "x", path: longest })).toBeUndefined();
    }
  });
});
