/** Screens that a test looks through one after another. */
import type { Page, Request } from "playwright";
import { expect } from "./browser.ts";

/** What stands for data that is still to come. */
const placeholders = "[aria-busy=true], .fh-skeleton";

/** The screen stands whole: it has its heading, waits for no answer of the cloud, and shows no placeholder. */
export const isDrawn = async (page: Page): Promise<void> => {
  const underWay = await requestsOf(page);
  const stands = async (): Promise<boolean> => {
    if (underWay.size > 0) return false;
    const missing = await page.evaluate(async (selector) => {
      // What has arrived is drawn, and asks for more, within two frames.
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      return !document.querySelector("h1") || document.querySelector(selector) !== null;
    }, placeholders);
    return !missing && underWay.size === 0;
  };
  await expect.poll(stands, { message: `${page.url()} is drawn`, intervals: [20, 50, 100] }).toBe(true);
};

/** Goes from one screen of the shell to another as a link does, without loading the page anew. */
export const goWithin = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((to) => {
    // Each path has a frame of its own; another tab of the same page stands at once.
    if (new URL(to, location.href).pathname !== location.pathname)
      document.querySelector(".fh-page-frame")!.setAttribute("data-left", "");
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await expect(page.locator(".fh-page-frame:not([data-left])")).toBeAttached();
};

const watched = new WeakMap<Page, Set<Request>>();

/** What the page waits for, its socket aside. */
const requestsOf = async (page: Page): Promise<ReadonlySet<Request>> => {
  const known = watched.get(page);
  if (known) return known;
  const requests = new Set<Request>();
  watched.set(page, requests);
  page.on("request", (request) => {
    // What the document before had asked for ends with it, unheard.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear();
    if (!request.url().includes("/socket.io/")) requests.add(request);
  });
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
  // Of what was asked for until now nothing is known.
  await page.waitForLoadState("networkidle");
  return requests;
};
