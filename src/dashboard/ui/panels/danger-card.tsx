import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import styles from "./danger-card.module.css";

interface DangerCardProps {
  /** The consequence. */
  readonly text: string;
  /** The button, which asks for confirmation. */
  readonly children: ReactNode;
}

/** Danger zone at the end of a page. */
export const DangerCard = ({ text, children }: DangerCardProps) => (
  <Card title="Danger zone">
    <div className={styles.danger}>
      <p>{text}</p>
      {children}
    </div>
  </Card>
);
