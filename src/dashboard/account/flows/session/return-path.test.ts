import { describe, expect, test } from "vitest";
import { returnPath } from "./return-path.ts";

const origin = "http://localhost:4040";

describe("the return path", () => {
  test("keeps query and hash", () => {
    expect(returnPath("/hosting/projects?page=2#top", origin)).toBe("/hosting/projects?page=2#top");
  });

  test.each([
    ["nothing", null],
    ["another host", "https://evil.example/"],
    ["another host without scheme", "//evil.example/"],
    ["another host behind a backslash", "/\\evil.example/"],
    ["another host behind a tab", "/\t/evil.example"],
    ["a script", "javascript:alert(1)"],
    ["the sign-in page itself", "/login?x=1"],
    ["quick sign-in", "/quick-login"],
    ["the landing page", "/"],
  ])("is /overview for %s", (_, wanted) => {
    expect(returnPath(wanted, origin)).toBe("/overview");
  });
});
