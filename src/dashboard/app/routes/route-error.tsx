import { useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { landing } from "../../../../resources/pages.ts";
import { NetworkError } from "../../api/errors.ts";
import { isChunkLoadError } from "../../lib/load-chunk.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { reloadWithoutPrompt } from "../session/go.ts";
import { BarePage } from "./bare-page.tsx";

/** Shows a screen that failed to load or render: the error and the actions. */
export const RouteError = () => {
  const error = useRouteError();
  const failedToLoad = isChunkLoadError(error) || error instanceof NetworkError;
  useEffect(() => {
    if (failedToLoad) void reloadIfOutdated();
  }, [failedToLoad]);
  return (
    <BarePage
      title={failedToLoad ? "This page couldn't load" : "Something went wrong on this page"}
      text={
        failedToLoad
          ? "The connection was lost, or a new version is available. Reload to continue."
          : "This is an error on our side. Reload the page. Your saved data is safe."
      }
    >
      <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
        Reload
      </Button>
      <LinkButton to={landing.path}>Go to home page</LinkButton>
      <details className="fh-bare-details">
        <summary>Details</summary>
        <pre>{describe(error)}</pre>
      </details>
    </BarePage>
  );
};

const describe = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
};

/** Reloads outdated pages: a page whose build the server no longer serves can't load the rest of its code. */

/** Storage key of the build for which this tab was reloaded: at most once per build. */
const storageKey = "reloadedForBuild";

/** Reloads the page once if the server has another build. */
const reloadIfOutdated = async (): Promise<void> => {
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
