/** Reloads outdated pages: a page whose build the server no longer serves can't load the rest of its code. */
import { reloadWithoutPrompt } from "../session/go.ts";

/** Storage key of the build for which this tab was reloaded: at most once per build. */
const storageKey = "reloadedForBuild";

/** Reloads the page once if the server has another build. */
export const reloadIfOutdated = async (): Promise<void> => {
  const served = await servedBuild();
  if (served === undefined || served === buildOf(document)) return;
  if (sessionStorage.getItem(storageKey) === served) return;
  sessionStorage.setItem(storageKey, served);
  // The service worker keeps the old page; without it the next load requests the server.
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
  reloadWithoutPrompt();
};

const servedBuild = async (): Promise<string | undefined> => {
  try {
    const response = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } });
    return buildOf(new DOMParser().parseFromString(await response.text(), "text/html"));
  } catch {
    return undefined;
  }
};

/** Returns the hashed entry scripts of a page. */
const buildOf = (page: Document): string | undefined => {
  const scripts = [...page.querySelectorAll('script[type="module"][src^="/assets/"]')];
  return scripts.length === 0 ? undefined : scripts.map((script) => script.getAttribute("src")).join();
};
