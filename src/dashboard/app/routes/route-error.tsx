import { useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { landing } from "../../../../resources/pages.ts";
import { NetworkError } from "../../api/errors.ts";
import { isChunkLoadError } from "../../lib/load-chunk.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { BarePage } from "./bare-page.tsx";
import { reloadIfOutdated } from "./outdated.ts";

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
