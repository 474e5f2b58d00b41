/** Resolves once the browser has nothing more urgent to do: first paint and its data come first. */
export const atRest = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: longestMs });
    else setTimeout(resolve, withoutIdleCallbackMs);
  });

const longestMs = 2500;
const withoutIdleCallbackMs = 400;
