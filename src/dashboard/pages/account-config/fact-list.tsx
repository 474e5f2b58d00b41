import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import styles from "./fact-list.module.css";

interface FactListProps {
  readonly label: string;
  /** `FactRow`s. */
  readonly children: ReactNode;
}

/** What belongs to an account, one below the other. */
export const FactList = ({ label, children }: FactListProps) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
);

interface FactRowProps {
  readonly icon: IconName;
  readonly title: ReactNode;
  /** What is known of it, in small letters. */
  readonly facts: ReactNode;
  readonly action?: ReactNode;
}

/** One of them, with what can be done to it. */
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
