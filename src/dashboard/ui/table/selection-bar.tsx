import type { ReactNode } from "react";
import { IconButton } from "../button.tsx";
import styles from "./selection-bar.module.css";

interface SelectionBarProps {
  /** "3 selected" */
  readonly text: string;
  readonly onClear: () => void;
  /** Buttons of the actions. */
  readonly children: ReactNode;
}

/** Actions on the selected rows of the list above. Sticks to the bottom of the window on long lists. */
export const SelectionBar = ({ text, onClear, children }: SelectionBarProps) => (
  <div className={styles.bar} role="group" aria-label="Selected rows">
    <IconButton icon="close" label="Clear selection" size="small" onClick={onClear} />
    <strong aria-live="polite">{text}</strong>
    {children}
  </div>
);
