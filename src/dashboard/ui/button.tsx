import type { MouseEventHandler, ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icons.ts";
import { Spinner } from "./states/spinner.tsx";

interface Look {
  /** primary: the page's one main action; soft: tinted; plain: quiet; danger: destroys something. */
  readonly kind?: "primary" | "secondary" | "soft" | "plain" | "danger";
  readonly size?: "small" | "large";
  readonly icon?: IconName;
  /** Fills the width of its container. */
  readonly wide?: boolean;
}

export interface ButtonProps extends Look {
  readonly children: ReactNode;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  readonly type?: "button" | "submit";
  readonly form?: string;
  readonly disabled?: boolean;
  /** Shows a spinner and ignores clicks. */
  readonly busy?: boolean;
  readonly autoFocus?: boolean;
  /** Why it is disabled, or what it does. */
  readonly title?: string;
}

/** A push button. */
export const Button = ({
  children,
  type = "button",
  busy = false,
  disabled,
  kind,
  size,
  icon,
  wide,
  ...rest
}: ButtonProps) => (
  <button {...rest} type={type} className={look({ kind, size, wide })} disabled={disabled || busy} aria-busy={busy}>
    {busy ? <Spinner /> : icon && <Icon name={icon} size={16} />}
    {children}
  </button>
);

export interface LinkButtonProps extends Look {
  readonly children: ReactNode;
  /** A path of the dashboard; an absolute URL opens in a new tab. */
  readonly to: string;
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
}

/** A link that looks like a button. */
export const LinkButton = ({ children, to, kind, size, icon, wide, onClick, onPointerEnter }: LinkButtonProps) => {
  const content = (
    <>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </>
  );
  if (/^[a-z]+:/i.test(to)) {
    return (
      <a className={look({ kind, size, wide })} href={to} target="_blank" rel="noreferrer" onClick={onClick}>
        {content}
      </a>
    );
  }
  return (
    <Link
      className={look({ kind, size, wide })}
      to={to}
      onClick={onClick}
      onPointerEnter={onPointerEnter}
      onFocus={onPointerEnter}
    >
      {content}
    </Link>
  );
};

interface IconButtonProps {
  readonly icon: IconName;
  /** Name for assistive technology, shown as a tooltip. */
  readonly label: string;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  readonly disabled?: boolean;
  readonly size?: "small";
  readonly expanded?: boolean;
  readonly className?: string;
}

/** A square button with an icon only. */
export const IconButton = ({ icon, label, size, expanded, className, ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type="button"
    className={classNames("fh-icon-button", size === "small" && "is-small", className)}
    aria-label={label}
    title={label}
    aria-expanded={expanded}
  >
    <Icon name={icon} size={size === "small" ? 16 : 18} />
  </button>
);

const look = ({
  kind = "secondary",
  size,
  wide,
}: {
  kind?: Look["kind"];
  size?: Look["size"];
  wide?: boolean;
}): string => classNames("fh-button", `is-${kind}`, size && `is-${size}`, wide && "is-wide");
