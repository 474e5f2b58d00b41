import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "./markdown.tsx";

const html = (text: string): string => renderToStaticMarkup(<Markdown text={text} />);

test("HTML in a model's text is shown as text", () => {
  const shown = html('<img src=x onerror=alert(1)>\n\nHi <b onclick="x()">there</b> <script>alert(1)</script>');
  expect(shown).not.toMatch(/<(img|b|script)\b/);
  expect(shown).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

test("links lead only to web and email addresses, and images become links", () => {
  expect(html("[a](https://example.org/x)")).toContain('href="https://example.org/x"');
  for (const href of ["javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,x", "/billing", "//evil.example"])
    expect(html(`[a](${href})`)).not.toContain("href");
  const picture = html("![a cat](https://example.org/cat.png)");
  expect(picture).not.toContain("<img");
  expect(picture).toContain('href="https://example.org/cat.png"');
});

test("headings, lists, tables and code are rendered, also while streaming", () => {
  const shown = html(
    "# Title\n\n1. one\n2. **two**\n\n| a | b |\n|---|--:|\n| 1 | `2` |\n\n```js\nconst x = 1 < 2;\n```",
  );
  expect(shown).toContain("<h3>Title</h3>");
  expect(shown).toMatch(/<ol start="1"><li>one<\/li><li><strong>two<\/strong><\/li><\/ol>/);
  expect(shown).toContain("<code>2</code>");
  expect(shown).toContain("const x = 1 &lt; 2;");
  expect(html("```js\nconst half")).toContain("const half");
  expect(html("a &amp; b \\* c")).toMatch(/a &amp;(amp;)? b \* c/);
});

test("citations are drawn outside of code, and unknown ones stay text", () => {
  const citation = (number: number) => (number === 1 ? <a href="/docs/one">1</a> : undefined);
  const shown = renderToStaticMarkup(
    <Markdown text={"One [1]. **Two [1]** `a[1]` [2]\n\n- [1]"} citation={citation} />,
  );
  expect(shown.match(/<a href="\/docs\/one">1<\/a>/g)).toHaveLength(3);
  expect(shown).toContain("<code>a[1]</code>");
  expect(shown).toContain("[2]");
  expect(html("One [1].")).toContain("One [1].");
});
