import type { ReactNode } from "react";
import { State } from "./state.tsx";

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
export const ErrorState = ({ title = "Couldn't load this", message, ...props }: ErrorStateProps) => (
  <State kind="error" title={title} text={message} {...props} />
);
