import { expect, test } from "vitest";
import { renderDoc } from "./render-doc.ts";

test("headings get unique, readable IDs, and levels two and three form the table of contents", () => {
  const { html, headings } = renderDoc(
    "# Top\n\n## The `data` folder\n\n### Keys & <locks>\n\n## The data folder\n\n#### Deep",
  );
  expect(headings).toEqual([
    { id: "the-data-folder", text: "The data folder", depth: 2 },
    { id: "keys-locks", text: "Keys & <locks>", depth: 3 },
    { id: "the-data-folder-2", text: "The data folder", depth: 2 },
  ]);
  expect(html).toContain('<h2 id="the-data-folder">The <code>data</code> folder</h2>');
});

test("the first heading is the title, and examples use the instance's URL", () => {
  const { title, html } = renderDoc(
    "# Adding a `resource`\n\n```sh\ncurl http://localhost:4040/s3\ncurl http://garden.localhost:4040\n```",
    "https://cloud.example",
  );
  expect(title).toBe("Adding a resource");
  expect(html).toContain("curl https://cloud.example/s3\ncurl http://garden.cloud.example");
});

test("links to other documents lead to their pages, other links are unchanged", () => {
  const { html } = renderDoc(
    "[a](operations.md#backup) [b](decisions/001-x.md) [c](https://example.com/readme.md) [d](#here)",
  );
  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="/docs/operations#backup"',
    'href="/docs/001-x"',
    'href="https://example.com/readme.md"',
    'href="#here"',
  ]);
});
