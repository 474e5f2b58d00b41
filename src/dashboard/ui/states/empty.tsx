import type { ReactNode } from "react";
import { Icon } from "../icon.tsx";
import type { IconName } from "../icons.ts";

interface EmptyProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly icon?: IconName;
  readonly action?: ReactNode;
}

/** Empty state: what appears here, and how to add it. */
export const Empty = ({ title, text, icon = "cube", action }: EmptyProps) => (
  <div className="fh-empty">
    <span className="fh-empty-icon">
      <Icon name={icon} size={22} />
    </span>
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {action && <div className="fh-row">{action}</div>}
  </div>
);
