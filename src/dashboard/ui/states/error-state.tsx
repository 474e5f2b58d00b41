import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { WithReference } from "./with-reference.tsx";

interface ErrorStateProps {
  readonly title?: string;
  readonly message: ReactNode;
  readonly onRetry?: () => void;
  /** Additional action. */
  readonly action?: ReactNode;
  /** Replaces a whole page: the title is that page's h1. */
  readonly isPage?: boolean;
}

/** Error state: the reason, and a retry. */
export const ErrorState = ({
  title = "Couldn't load this",
  message,
  onRetry,
  action,
  isPage = false,
}: ErrorStateProps) => (
  <div className="fh-empty is-error" role="alert">
    <span className="fh-empty-icon">
      <Icon name="alert" size={22} />
    </span>
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    <p>
      <WithReference text={message} />
    </p>
    <div className="fh-row">
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          Retry
        </Button>
      )}
      {action}
    </div>
  </div>
);
