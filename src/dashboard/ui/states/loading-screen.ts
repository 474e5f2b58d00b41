import { loadingScreenMs } from "../../../../resources/limits.ts";
import { dialogs } from "../dialogs/dialogs.ts";

/** Faster work shows no screen. */
const showAfterMs = 300;

/** Blocks the page while the work starts, for three seconds at most; longer work continues in the background. */
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
