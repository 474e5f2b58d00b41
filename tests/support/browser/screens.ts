/** Checks screens one after another. */
import type { Page, Request } from "playwright";
import { expect } from "./browser.ts";

/** Placeholders for data that is still loading. */
const placeholders = "[aria-busy=true], .fh-skeleton";

/** Waits until the screen is complete: heading shown, no pending requests, no placeholders. */
export const isLoaded = async (page: Page): Promise<void> => {
  const underWay = await requestsOf(page);
  const stands = async (): Promise<boolean> => {
    if (underWay.size > 0) return false;
    const missing = await page.evaluate(async (selector) => {
      // Received data is rendered, and causes further requests, within two frames.
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return !document.querySelector("h1") || document.querySelector(selector) !== null;
    }, placeholders);
    return !missing && underWay.size === 0;
  };
  await expect.poll(stands, { message: `${page.url()} is drawn`, intervals: [20, 50, 100] }).toBe(true);
};

/** Navigates between screens of the shell like a link, without a page load. */
export const goWithin = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((to) => {
    // Each path has a separate frame; another tab of the same page shows immediately.
    if (new URL(to, location.href).pathname !== location.pathname)
      document.querySelector(".fh-page-frame")!.setAttribute("data-left", "");
    // The router counts its entries.
    history.pushState({ idx: (history.state as { idx: number }).idx + 1 }, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await expect(page.locator(".fh-page-frame:not([data-left])")).toBeAttached();
};

const watched = new WeakMap<Page, Set<Request>>();

/** Tracks requests that the page waits for, except its socket. */
const requestsOf = async (page: Page): Promise<ReadonlySet<Request>> => {
  const known = watched.get(page);
  if (known) return known;
  const requests = new Set<Request>();
  watched.set(page, requests);
  page.on("request", (request) => {
    // Requests of the previous document end with it, without an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear();
    if (!request.url().includes("/socket.io/")) requests.add(request);
  });
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
  // Earlier requests are unknown.
  await page.waitForLoadState("networkidle");
  return requests;
};
