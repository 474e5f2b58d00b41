/** A page whose build the cloud no longer serves cannot load the rest of its code. */
import { reloadUnasked } from "../session/go.ts";

/** Where the tab remembers for which build it was loaded anew: once each. */
const storageKey = "reloadedForBuild";

/** Loads the page anew, once, if the cloud serves another build than this page runs. */
export const reloadIfOutdated = async (): Promise<void> => {
  const served = await servedBuild();
  if (served === undefined || served === buildOf(document)) return;
  if (sessionStorage.getItem(storageKey) === served) return;
  sessionStorage.setItem(storageKey, served);
  // The worker keeps the old page; without it the next load asks the cloud.
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
  reloadUnasked();
};

const servedBuild = async (): Promise<string | undefined> => {
  try {
    const response = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } });
    return buildOf(new DOMParser().parseFromString(await response.text(), "text/html"));
  } catch {
    return undefined;
  }
};

/** The hashed scripts with which a page starts. */
const buildOf = (page: Document): string | undefined => {
  const scripts = [...page.querySelectorAll('script[type="module"][src^="/assets/"]')];
  return scripts.length === 0 ? undefined : scripts.map((script) => script.getAttribute("src")).join();
};
