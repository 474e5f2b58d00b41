import type { ReactNode } from "react";

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Beside the title: a state, a badge. */
  readonly beside?: ReactNode;
  /** The page's actions, at the end of the line. */
  readonly actions?: ReactNode;
}

/** The head of a page: its one h1, what it is about, and what one can do here. */
export const PageHeader = ({ title, text, beside, actions }: PageHeaderProps) => (
  <header className="fh-page-header">
    <div>
      <div className="fh-page-title">
        <h1>{title}</h1>
        {beside}
      </div>
      {text && <p>{text}</p>}
    </div>
    {actions && <div className="fh-page-actions">{actions}</div>}
  </header>
);
