import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { ConnectButton } from "./connect-button.tsx";
import styles from "./states.module.css";

interface SignedOutProps {
  readonly title: string;
  /** What one gets by connecting. */
  readonly text: ReactNode;
  readonly icon?: IconName;
}

/** In the place of what only one's own node has. */
export const SignedOut = ({ title, text, icon = "wallet" }: SignedOutProps) => (
  <section className={styles.state}>
    <span className={styles.icon}>
      <Icon name={icon} size={24} />
    </span>
    <h2>{title}</h2>
    <p>{text}</p>
    <ConnectButton />
  </section>
);
