import styles from "./checkbox.module.css";

interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: string;
  readonly disabled?: boolean;
}

/** A boolean that is submitted or stored; for immediate settings use `Switch`. */
export const Checkbox = ({ label, checked, onChange, hint, disabled }: CheckboxProps) => (
  <label className={styles.checkbox}>
    <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
);
