import { useId, type ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import styles from "./panel.module.css";

interface PanelProps {
  readonly title: string;
  /** Below the title. */
  readonly text?: ReactNode;
  /** A button, link or figure at the end of the title. */
  readonly action?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A section of a Boost page. */
export const Panel = ({ title, text, action, className, children }: PanelProps) => {
  const id = useId();
  return (
    <section className={classNames(styles.panel, className)} aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {text && <p>{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
};

/** Rows separated by lines. */
export const Rows = ({
  className = styles.rows,
  children,
}: {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) => <ul className={className}>{children}</ul>;

interface RowProps {
  /** An icon name or an image. */
  readonly icon: IconName | Exclude<ReactNode, string>;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** The reward and the action. */
  readonly trailing?: ReactNode;
  /** Content below the text. On phones, as wide as the row. */
  readonly below?: ReactNode;
  /** Completed rows are dimmed. */
  readonly isDone?: boolean;
}

/** A list item: a task, a card, an entry. */
export const Row = ({ icon, title, text, trailing, below, isDone = false }: RowProps) => (
  <li className={classNames(styles.row, isDone && styles.done)}>
    <span className={styles.icon}>{typeof icon === "string" ? <Icon name={icon as IconName} size={20} /> : icon}</span>
    <span className={styles.words}>
      <span className={styles.title}>{title}</span>
      {text && <span className={styles.text}>{text}</span>}
    </span>
    {trailing !== undefined && <span className={styles.trailing}>{trailing}</span>}
    {below !== undefined && <span className={styles.below}>{below}</span>}
  </li>
);

interface FigureProps {
  readonly label: ReactNode;
  /** Shown large, with tabular figures. */
  readonly value: ReactNode;
  readonly unit?: ReactNode;
  readonly note?: ReactNode;
  /** The exact value. */
  readonly title?: string;
  readonly size?: "large";
}

/** A number with its label. */
export const Figure = ({ label, value, unit, note, title, size }: FigureProps) => (
  <dl className={classNames(styles.figure, size === "large" && styles.large)}>
    <dt>{label}</dt>
    <dd title={title}>
      {value}
      {unit !== undefined && <small> {unit}</small>}
    </dd>
    {note && <dd className={styles.note}>{note}</dd>}
  </dl>
);

/** Figures side by side, wrapping as needed. */
export const Figures = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.figures}>{children}</div>
);
