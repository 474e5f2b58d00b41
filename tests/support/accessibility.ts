/** Reports axe's accessibility violations of a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Excluded: stale rows, dimmed until new ones arrive, and headings of user Markdown. */
const unchecked = ["[aria-busy=true]", "[class*=_markdown_]"];

/** Returns "rule: element" for each violation of all or the given axe rules; empty if there are none. */
export const complaintsAbout = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  await page.evaluate(axe);
  const options: RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: [...rules] }) };
  const context = { include: ["html"], exclude: unchecked };
  const run = `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<AxeResults>(run);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
};
