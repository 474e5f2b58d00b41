/** Resolves once the browser has nothing more urgent to do: first paint and its data come first. */
export const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: longestMs });
    else setTimeout(resolve, withoutIdleCallbackMs);
  });

declare global {
  interface Window {
    /** Shorter in a browser test of what happens once a page has settled, which would only wait for that. */
    settledMs?: number;
  }
}

/** Resolves when a user has had the screen for a while: what nobody waits for happens then. */
export const settled = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, globalThis.window?.settledMs ?? settledMs));

const settledMs = 4000;
const longestMs = 2500;
const withoutIdleCallbackMs = 400;
