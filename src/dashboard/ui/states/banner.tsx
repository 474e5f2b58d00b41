import type { ReactNode } from "react";
import { IconButton } from "../button.tsx";
import { Icon } from "../icon.tsx";
import type { IconName } from "../icons.ts";

interface BannerProps {
  readonly kind?: "info" | "success" | "warning" | "danger";
  readonly icon?: IconName;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly onClose?: () => void;
}

/** A notice in the page, optionally with an action. */
export const Banner = ({ kind = "info", icon, title, children, action, onClose }: BannerProps) => (
  <div className={`fh-banner is-${kind}`} role={kind === "danger" ? "alert" : "note"}>
    <Icon name={icon ?? (kind === "danger" || kind === "warning" ? "alert" : "info")} />
    <div>
      {title && <strong>{title}</strong>}
      {children && <div>{children}</div>}
    </div>
    {action}
    {onClose && <IconButton icon="close" label="Close" size="small" onClick={onClose} />}
  </div>
);
