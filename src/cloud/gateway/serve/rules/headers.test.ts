import { describe, expect, it } from "vitest";
import { parsePath } from "../target.ts";
import { headersFor, parseHeaders } from "./headers.ts";

const headersOf = (file: string, url: string, hostName = "site.example") =>
  headersFor(parseHeaders(file).rules, { hostName, path: parsePath(url)! });

describe("_headers", () => {
  it("sets headers for paths, combined from all matching rules", () => {
    const file = "# ours\n/*\n  X-Frame-Options: DENY\n  Link: </a>\n\n/blog/:post\n\tLink: </b>; rel=x\r\n";
    expect(headersOf(file, "/")).toEqual({ "x-frame-options": "DENY", link: "</a>" });
    expect(headersOf(file, "/blog/1/")).toEqual({ "x-frame-options": "DENY", link: "</a>, </b>; rel=x" });
  });

  it.each([
    ["/", "/", true],
    ["/", "/index.html", false],
    ["/assets/*", "/assets/js/a.js", true],
    ["/*.js", "/js/deep/a.js", true],
    ["/*.js", "/a.css", false],
    ["/js/*.min.js", "/js/a.min.js", true],
    ["/js/*.min.js", "/js/.min", false],
    ["/a*a", "/a", false],
    ["/*/feed.xml", "/blog/2026/feed.xml", true],
    ["/:page/print", "/about/print", true],
    ["https://site.example/*", "/x", true],
    ["https://other.example/*", "/x", false],
  ])("the path %s matches %s: %s", (path, url, expected) => {
    expect(headersOf(`${path}\n  x-a: 1`, url) !== undefined).toBe(expected);
  });

  it("! removes headers set by previous rules", () => {
    const file = "/*\n  x-a: 1\n  x-b: 2\n/open/*\n  ! x-a\n  ! Access-Control-Allow-Origin";
    expect(headersOf(file, "/open/x")).toEqual({
      "x-a": undefined,
      "x-b": "2",
      "access-control-allow-origin": undefined,
    });
  });

  it.each([
    ["x-a: 1", "line 1: “x-a: 1” is not a path: it must start with a slash"],
    ["  x-a: 1", "line 1: a header must follow a path"],
    ["/*\n  x-a", "line 2: “x-a” is not a header: the colon is missing"],
    ["/*\n  x a: 1", "line 2: “x a” is not a valid header name"],
    ["/*\n  x-a: ü", "line 2: a value must contain only ASCII characters"],
    ["/*\n  x-a: 1\u0000", "line 2: a value must contain only ASCII characters"],
    ["/*\n  x-a: 1\rset-cookie: x", "line 2: a value must contain only ASCII characters"],
    ["/*\n  x-a:", "line 2: a value must contain only ASCII characters"],
    [`/*\n  x-a: ${"1".repeat(4097)}`, "line 2: a value is longer than 4096 characters"],
    ["/*/*\n  x-a: 1", "line 1: only one * is allowed"],
  ])("%j is ignored and reported", (file, problem) => {
    const parsed = parseHeaders(`${file}\n/ok\n  x-ok: 1`);
    expect(parsed.problems[0]).toBe(problem);
    expect(headersFor(parsed.rules, { hostName: "", path: parsePath("/ok")! })).toEqual({ "x-ok": "1" });
  });

  it.each([
    "Content-Length",
    "transfer-encoding",
    "Connection",
    "Set-Cookie",
    "X-Ipfs-Path",
    "ETag",
    "Location",
    "Vary",
  ])("%s can't be changed", (name) => {
    expect(parseHeaders(`/*\n  ${name}: 1`).problems).toEqual([`line 2: the header “${name}” can't be changed`]);
  });

  it("more than 200 paths are rejected", () => {
    expect(parseHeaders("/a\n".repeat(201)).problems).toEqual(["line 201: there are more than 200 paths"]);
  });
});
