import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { ConnectButton } from "./connect-button.tsx";
import styles from "./states.module.css";

interface SignedOutProps {
  readonly title: string;
  /** The benefit of connecting. */
  readonly text: ReactNode;
  readonly icon?: IconName;
}

/** Placeholder for content that requires a node. */
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
