import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import styles from "./fact-list.module.css";

interface FactListProps {
  readonly label: string;
  /** `FactRow`s. */
  readonly children: ReactNode;
}

/** A list of linked items of an account. */
export const FactList = ({ label, children }: FactListProps) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
);

interface FactRowProps {
  readonly icon: IconName;
  readonly title: ReactNode;
  /** Details, in small text. */
  readonly facts: ReactNode;
  readonly action?: ReactNode;
}

/** One item with its actions. */
export const FactRow = ({ icon, title, facts, action }: FactRowProps) => (
  <li className={styles.row}>
    <Icon name={icon} />
    <div>
      <div className={styles.title}>{title}</div>
      <div className={styles.facts}>{facts}</div>
    </div>
    {action}
  </li>
);
