import { expect, test } from "vitest";
import { linkify } from "./linkify.ts";

test("URLs in an email become links: internal ones for this dashboard, external ones for all others", () => {
  const text = "Go to http://localhost:1/account/config?tab=a, or see (https://example.com/x). Not javascript:alert(1)";
  expect(linkify(text, "http://localhost:1")).toEqual([
    { text: "Go to " },
    { text: "http://localhost:1/account/config?tab=a", to: "/account/config?tab=a" },
    { text: ", or see (" },
    { text: "https://example.com/x", href: "https://example.com/x" },
    { text: "). Not javascript:alert(1)" },
  ]);
});
