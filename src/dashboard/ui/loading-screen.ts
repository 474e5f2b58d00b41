import { loadingScreenMs } from "../../../resources/limits.ts";
import { dialogs } from "./dialogs/dialogs.ts";

/** Holds the page while the work begins, for three seconds at most: what takes longer goes on beside the page. */
export const withLoadingScreen = async <T>(
  text: string,
  work: Promise<T>,
  closeAfterMs = loadingScreenMs,
): Promise<T> => {
  const close = dialogs.loading(text);
  const timer = setTimeout(close, closeAfterMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    close();
  }
};
