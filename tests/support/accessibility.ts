/** What axe finds wrong with a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Stale rows are dimmed until the new ones come, and the headings of Markdown are its author's. */
const unchecked = ["[aria-busy=true]", "[class*=_markdown_]"];

/** "rule: element" of each violation, of all of axe's rules unless some are named; empty when the page breaks none. */
export const complaintsAbout = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  await page.evaluate(axe);
  const options: RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: [...rules] }) };
  const context = { include: ["html"], exclude: unchecked };
  const run = `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<AxeResults>(run);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
};
