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
  // Half a megabyte, which takes about as long as the rules: once per loaded page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  // What fades in has less contrast until it is there.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, timeline, effect }) => {
      const isEndless = timeline !== document.timeline || effect?.getComputedTiming().endTime === Infinity;
      return playState !== "running" || isEndless;
    }),
  );
  const options: RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: [...rules] }) };
  const context = { include: ["html"], exclude: unchecked };
  const run = `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<AxeResults>(run);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
};

/** Rules whose result depends on colors. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Changes the device's theme. Resolves when antd's controls have it, which React draws again in a later frame. */
const useTheme = async (page: Page, colorScheme: "light" | "dark"): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => new Promise<unknown>((resolve) => requestAnimationFrame(resolve)));
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[class*=css-var]")].every((control) => {
      const style = getComputedStyle(control);
      return style.getPropertyValue("--ant-color-text").trim() === style.getPropertyValue("--fh-text").trim();
    }),
  );
};

/** The same for the color rules in the dark theme; returns to the light one. */
export const complaintsInDark = async (page: Page): Promise<string[]> => {
  await useTheme(page, "dark");
  const complaints = await complaintsAbout(page, colorRules);
  await useTheme(page, "light");
  return complaints.map((each) => `dark ${each}`);
};

/** The same for all rules in the light theme, and the color rules in the dark one. */
export const complaintsInBothThemes = async (page: Page): Promise<string[]> => [
  ...(await complaintsAbout(page)),
  ...(await complaintsInDark(page)),
];
