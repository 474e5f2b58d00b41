import { isRouteErrorResponse, useRouteError } from "react-router";
import { landing } from "../../../../resources/pages.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { BarePage } from "./bare-page.tsx";

/** A screen that could not be loaded or drawn: what happened, and the ways out. */
export const RouteError = () => {
  const error = useRouteError();
  const outdated = isChunkLoadError(error);
  return (
    <BarePage
      title={outdated ? "This page could not be loaded" : "This page met an error"}
      text={
        outdated
          ? "The connection broke, or a newer version of the product is out. Reloading brings it."
          : "It is our fault, not yours. Reloading often helps; nothing you saved is lost."
      }
    >
      <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
        Reload
      </Button>
      <LinkButton to={landing.path}>Go to the start page</LinkButton>
      <details className="fh-bare-details">
        <summary>Details</summary>
        <pre>{describe(error)}</pre>
      </details>
    </BarePage>
  );
};

/** How the browsers say that a module could not be fetched. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "ChunkLoadError" ||
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message));

const describe = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
};
