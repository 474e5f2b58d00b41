/** Takes the README's screenshots in the walk-through when UPDATE_SCREENSHOTS=1. */
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect } from "./browser.ts";

const folder = join(import.meta.dirname, "../../../docs/images");
const imageBytesMax = 200_000;
const isTaking = process.env["UPDATE_SCREENSHOTS"] === "1";

/** Server settings for screenshots: its addresses are those of the README. */
export const screenshotSettings = (): Record<string, string> => (isTaking ? { PORT: "4040" } : {});

/** Writes docs/images/<name>.png. Throws if the file is too large for a page. */
export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  if (!isTaking) return;
  await expect(page.locator(".fh-skeleton")).toHaveCount(0);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: "disabled" });
  const { size } = await stat(path);
  if (size > imageBytesMax) throw new Error(`${name}.png has ${size} bytes, ${imageBytesMax} at most.`);
};
