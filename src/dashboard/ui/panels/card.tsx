import { Children, type ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";

interface CardProps {
  readonly title?: ReactNode;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** Without padding, for tables and logs. */
  readonly flush?: boolean;
  readonly className?: string;
}

/** A surface with an optional header. */
export const Card = ({ title, text, actions, children, flush = false, className }: CardProps) => (
  <section className={classNames("fh-card", flush && "is-flush", className)}>
    {(title || actions) && (
      <header className="fh-card-head">
        <div>
          {title && <h2>{title}</h2>}
          {text && <p>{text}</p>}
        </div>
        {actions && <div className="fh-row">{actions}</div>}
      </header>
    )}
    {Children.toArray(children).length > 0 && <div className="fh-card-body">{children}</div>}
  </section>
);
