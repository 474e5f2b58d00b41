import type { ReactNode } from "react";

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Beside the title: a status, a badge. */
  readonly beside?: ReactNode;
  /** The page's actions, at the end of the line. */
  readonly actions?: ReactNode;
}

/** The header of a page: its h1, description and actions. */
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
