import type { Locator, Page } from "playwright";
import { beforeAll, describe } from "vitest";
import { entries } from "../../gallery/entries.ts";
import { complaintsAbout, complaintsInDark } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { heading } from "../../support/account/visitor.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Rolldown } from "vite";
import { listenOnLoopback } from "../../support/server/loopback.ts";

const types: Readonly<Record<string, string>> = {
  js: "text/javascript",
  css: "text/css",
  html: "text/html",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};
const pictures = join(import.meta.dirname, "../../../src/dashboard/public");

/** Returns the address of the gallery, which is served until the test file ends. */
const serveGallery = async (): Promise<string> => {
  const built = (await build({
    configFile: false,
    root: join(import.meta.dirname, "../../gallery"),
    logLevel: "warn",
    plugins: [react()],
    build: { write: false, target: "es2023", minify: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 10_000 },
  })) as Rolldown.RolldownOutput;
  const files = new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : file.source]),
  );
  const port = await listenOnLoopback((request, response) => {
    const path = new URL(request.url!, "http://localhost").pathname;
    const name = path === "/" ? "/index.html" : path;
    const content = files.get(name) ?? readFileSync(join(pictures, name));
    response.writeHead(200, { "content-type": types[name.split(".").at(-1)!] }).end(content);
  });
  return `http://localhost:${port}`;
};

let url: string;
beforeAll(async () => {
  url = await serveGallery();
});

const phone = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

const openGallery = async (page: Page): Promise<void> => {
  await page.goto(url);
  await expect(heading(page, "Widget gallery")).toBeVisible();
};
/** Excludes duplicate ids, since the gallery shows the same widgets several times. */
const complaintsAboutEntries = async (page: Page): Promise<string[]> =>
  (await complaintsAbout(page)).filter((complaint) => !complaint.startsWith("landmark-unique"));
const entry = (page: Page, id: string): Locator => page.locator(`#${id}`);
/** Finds a state by its title. */
const state = (page: Page, title: string): Locator =>
  page
    .locator("figure")
    .filter({ has: page.locator(`figcaption:text-is("${title}")`) })
    .first();

describe("the widget gallery", () => {
  test("shows every entry in both themes, on desktop and phone, without an error", async ({ page }) => {
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
    await openGallery(page);
    for (const size of [wide, phone]) {
      await page.setViewportSize(size);
      for (const { id, states } of entries) {
        await expect(entry(page, id)).toBeVisible();
        await expect(entry(page, id).locator("> div > div > figure")).toHaveCount(states.length);
      }
      await expect(page.locator(".uplot")).toHaveCount(5);
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(overflow, String(size.width)).toBeLessThanOrEqual(0);
      const chosen = page.locator(".fh-menu-option");
      await expect(chosen).toHaveCount(1);
      expect(await chosen.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    }
    await page.setViewportSize(wide);
    expect(await complaintsAboutEntries(page)).toEqual([]);
    expect(await complaintsInDark(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("shows both themes side by side", async ({ page }) => {
    await openGallery(page);
    await page.getByText("Light and dark").click();
    await expect(entry(page, "fields").locator("[data-mode]")).toHaveCount(2);
    const ground = (mode: string) =>
      page.locator(`#fields [data-mode=${mode}]`).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect([await ground("light"), await ground("dark")]).toEqual(["rgb(246, 247, 244)", "rgb(15, 18, 14)"]);
    expect(await complaintsAboutEntries(page)).toEqual([]);
  });
});

describe("widgets with the keyboard", () => {
  test("tabbed settings with the tab kept in the URL query as tab or sub; an accordion on mobile", async ({ page }) => {
    await page.goto(`${url}/?tab=chapter_3&sub=Environment_VARIABLES`);
    const settings = page.getByRole("tablist", { name: "Settings" });
    await expect(settings.getByRole("tab", { name: "Environment variables" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("tab", { name: "Chapter 3" })).toHaveAttribute("aria-selected", "true");
    await settings.getByRole("tab", { name: "Environment variables" }).press("ArrowDown");
    await expect(page).toHaveURL(/\?tab=chapter_3&sub=advanced$/);
    await expect(settings.getByRole("tab", { name: "Advanced" })).toBeFocused();
    await page.setViewportSize(phone);
    const general = page.getByRole("group", { name: "Settings" }).getByRole("button", { name: "General" });
    await general.press("Enter");
    await expect(general).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("region", { name: "General" })).toHaveText("Settings for every project.");
    await expect(page).toHaveURL(/\?tab=chapter_3$/);
  });

  test("segmented tab selector: the arrow keys choose, and skip disabled options", async ({ page }) => {
    await openGallery(page);
    const all = page.getByRole("radiogroup", { name: "Role, partly disabled" }).getByRole("radio", { name: "All" });
    await all.press("ArrowRight");
    await expect(page.getByRole("radiogroup", { name: "Role", exact: true }).getByLabel("Owner")).toBeChecked();
    await page.keyboard.press("ArrowRight");
    await expect(all).toBeFocused();
    await expect(all).toBeChecked();
  });

  test("a chart is read with the arrow keys and as a table, and resizes with the window", async ({ page }) => {
    await openGallery(page);
    const chart = page.getByRole("img", {
      name: /^Storage from 23 Aug 2026 to 21 Sep 2026\. Stored: highest .* GB, latest /,
    });
    await chart.focus();
    await page.keyboard.press("End");
    await expect(chart.getByRole("status")).toHaveText(/^21 Sep 2026Stored[\d.]+ GB$/);
    await page.keyboard.press("ArrowLeft");
    await expect(chart.getByRole("status")).toHaveText(/^20 Sep 2026/);
    await page.keyboard.press("Home");
    await expect(chart.getByRole("status")).toHaveText(/^23 Aug 2026/);
    await page.keyboard.press("Escape");
    await expect(chart.getByRole("status")).toHaveCount(0);

    const bars = state(page, "Stacked bars, LAND");
    await bars.getByText("Show as table").press("Enter");
    await expect(bars.getByRole("columnheader")).toHaveText(["Time", "Storage", "Traffic", "Build time"]);
    await expect(bars.getByRole("row")).toHaveCount(31);
    await expect(bars.getByRole("row").nth(1)).toHaveText(/^21 Sep 2026\$\d/);

    await page.setViewportSize(phone);
    const widths = () =>
      chart.evaluate((element) => [element.clientWidth, element.querySelector("canvas")!.clientWidth]);
    await expect.poll(async () => new Set(await widths()).size).toBe(1);
  });

  test("load-list with Collapse and Expand after 20 items", async ({ page }) => {
    await openGallery(page);
    const list = page.getByRole("list", { name: "Addresses" }).first();
    const more = state(page, "More than twenty").getByRole("button");
    await expect(list.getByRole("listitem")).toHaveCount(20);
    await more.press("Enter");
    await expect(list.getByRole("listitem")).toHaveCount(35);
    await expect(more).toHaveText("Collapse");
    await more.press("Enter");
    await expect(list.getByRole("listitem")).toHaveCount(20);
    await expect(more).toBeFocused();
    await expect(more).toBeInViewport();
  });

  test("count-down fires a time-over event", async ({ page }) => {
    await page.clock.install();
    await openGallery(page);
    await page.getByRole("button", { name: "Start countdown" }).press("Enter");
    await page.clock.fastForward(4000);
    await expect(page.getByText("Offer ended")).toBeVisible();
    await expect(state(page, "Countdown with an end event").getByRole("timer")).toHaveText("00:00:00");
  });

  test("image uploader accepts a pasted image, shows it, and removes it", async ({ page }) => {
    await openGallery(page);
    const uploader = state(page, "Images, none yet");
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(4, 4);
      canvas.getContext("2d")!.fillRect(0, 0, 4, 4);
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([await canvas.convertToBlob()], "pasted.png", { type: "image/png" }));
      clipboardData.items.add(new File(["text"], "notes.txt", { type: "text/plain" }));
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(uploader.getByRole("listitem")).toHaveText(/^pasted\.png\d+ B$/);
    const picture = uploader.locator("img");
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4);
    await expect(uploader.getByRole("status")).toHaveText("notes.txt is not a PNG, JPEG, GIF or WebP image.");
    await uploader.getByRole("button", { name: "Remove pasted.png" }).press("Enter");
    await expect(uploader.getByRole("listitem")).toHaveCount(0);
  });

  test("dialogs and menus open with the keyboard and return the focus", async ({ page }) => {
    await openGallery(page);
    for (const [name, dialog] of [
      ["Alert", "Tip"],
      ["Confirm", "Confirm"],
      ["Prompt", "Rename"],
    ] as const) {
      const button = entry(page, "dialogs").getByRole("button", { name, exact: true });
      await button.press("Enter");
      await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(button).toBeFocused();
    }
    const actions = entry(page, "buttons").getByRole("button", { name: "Actions" });
    await actions.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Open" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeHidden();
  });
});
