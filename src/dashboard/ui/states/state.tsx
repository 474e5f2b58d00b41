import type { ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Icon } from "../icon.tsx";
import type { IconName } from "../icons.ts";
import { Button } from "../button.tsx";
import { WithReference } from "./with-reference.tsx";

/** Class names of the states of a theme. */
export interface StateLook {
  readonly state: string | undefined;
  readonly icon: string | undefined;
  readonly error: string | undefined;
}

interface StateProps {
  /** "locked": needs an activation or a deposit; "refused": the user has no permission. */
  readonly kind: "empty" | "error" | "locked" | "refused";
  readonly title: string;
  readonly text?: ReactNode;
  readonly icon?: IconName;
  readonly onRetry?: (() => void) | undefined;
  readonly action?: ReactNode;
  /** Replaces a whole page: the title is that page's h1. */
  readonly isPage?: boolean;
  readonly look?: StateLook;
}

/**
 * What is shown in place of content: why there is none, and what to do about it. Ours: lists and the shell need it, where antd's
 * Empty and Result weigh 28 and 38 kB (decision 43).
 */
export const State = (props: StateProps) => {
  const { kind, title, text, icon = icons[kind], onRetry, action, isPage = false, look = product } = props;
  const Title = isPage ? "h1" : "h2";
  return (
    <div
      className={classNames(look.state, kind === "error" && look.error)}
      role={kind === "error" ? "alert" : undefined}
    >
      <span className={look.icon}>
        <Icon name={icon} size={22} />
      </span>
      <Title>{title}</Title>
      {text && (
        <p role={kind === "refused" ? "alert" : undefined}>
          <WithReference text={text} />
        </p>
      )}
      {(onRetry || action) && (
        <div className="fh-row">
          {onRetry && (
            <Button icon="refresh" onClick={onRetry}>
              Retry
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
};

const icons = { empty: "cube", error: "alert", locked: "shield", refused: "shield" } as const;

const product: StateLook = { state: "fh-empty", icon: "fh-empty-icon", error: "is-error" };
