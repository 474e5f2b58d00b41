import { Icon } from "../icon.tsx";
import type { IconName } from "../icons.ts";
import styles from "./benefits.module.css";

export interface Benefit {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

/** A list of benefits. */
export const Benefits = ({ benefits }: { readonly benefits: readonly Benefit[] }) => (
  <ul className={styles.benefits}>
    {benefits.map(({ icon, title, text }) => (
      <li key={title}>
        <Icon name={icon} />
        <div>
          <strong>{title}</strong>
          <span>{text}</span>
        </div>
      </li>
    ))}
  </ul>
);
