/** Resolves once the browser is idle: first paint and its data come first. */
export const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: longestMs });
    else setTimeout(resolve, withoutIdleCallbackMs);
  });

declare global {
  interface Window {
    /** Shortened in browser tests of idle-time behavior. */
    settledMs?: number;
  }
}

/** Resolves a while after the page is idle, for work that no user waits for. */
export const settled = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, globalThis.window?.settledMs ?? settledMs));

const settledMs = 4000;
const longestMs = 2500;
const withoutIdleCallbackMs = 400;
