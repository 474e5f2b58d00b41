import { IconButton } from "../../ui/button.tsx";
import styles from "./stepper.module.css";

interface StepperProps {
  /** Label for assistive technology. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A small number input with buttons. The minimum is 1. */
export const Stepper = ({ label, value, max, onChange }: StepperProps) => {
  const change = (next: number) => onChange(Math.min(Math.max(1, next), max));
  return (
    <span className={styles.stepper}>
      <IconButton icon="minus" label="Decrease" size="small" disabled={value <= 1} onClick={() => change(value - 1)} />
      <input
        aria-label={label}
        inputMode="numeric"
        value={value}
        onChange={(event) => change(Number(event.target.value.replace(/\D/g, "").slice(-3)))}
      />
      <IconButton icon="plus" label="Increase" size="small" disabled={value >= max} onClick={() => change(value + 1)} />
    </span>
  );
};
