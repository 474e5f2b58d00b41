import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import styles from "./danger-card.module.css";

interface DangerCardProps {
  /** What will be lost. */
  readonly text: string;
  /** The button that does it, once it has asked. */
  readonly children: ReactNode;
}

/** The end of something, last on its page. */
export const DangerCard = ({ text, children }: DangerCardProps) => (
  <Card title="Danger zone">
    <div className={styles.danger}>
      <p>{text}</p>
      {children}
    </div>
  </Card>
);
