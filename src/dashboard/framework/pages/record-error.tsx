import type { Resource } from "../../../../resources/declare/define.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";

interface RecordErrorProps {
  /** "Project". */
  readonly what: string;
  /** The list to go back to. */
  readonly list: { readonly title: string; readonly path: string };
  /** Omit if the loaded list lacks the record. */
  readonly error?: Error | undefined;
  readonly onRetry?: () => void;
}

/** Replaces a record's page if the record doesn't exist, with a link to the list, or couldn't load. */
export const RecordError = ({ what, list, error, onRetry }: RecordErrorProps) => {
  const back = <LinkButton to={list.path}>Go to {list.title}</LinkButton>;
  if (error && !isNotFound(error))
    return <ErrorState message={error.message} {...(onRetry && { onRetry })} action={back} isPage />;
  return (
    <ErrorState
      title={`${what} not found`}
      message="It may have been deleted or renamed, or it belongs to another team."
      action={back}
      isPage
    />
  );
};

/** Returns the list of a resource as a link target. */
export const listOf = ({ title, routes }: Pick<Resource, "title" | "routes">): RecordErrorProps["list"] => ({
  title,
  path: routes.list ?? "/",
});

const isNotFound = (error: Error): boolean => (error as { readonly statusCode?: unknown }).statusCode === 404;
