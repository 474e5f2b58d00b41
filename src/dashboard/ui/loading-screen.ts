import { loadingScreenMs } from "../../../resources/limits.ts";
import { dialogs } from "./dialogs/dialogs.ts";

/** What is done sooner needs no screen. */
const showAfterMs = 300;

/** Holds the page while the work begins, for three seconds at most: what takes longer goes on beside the page. */
export const withLoadingScreen = async <T>(text: string, work: Promise<T>): Promise<T> => {
  let close = (): void => undefined;
  const timers = [
    setTimeout(() => (close = dialogs.loading(text)), showAfterMs),
    setTimeout(() => close(), showAfterMs + loadingScreenMs),
  ];
  try {
    return await work;
  } finally {
    timers.forEach(clearTimeout);
    close();
  }
};
