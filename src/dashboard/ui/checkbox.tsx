import styles from "./checkbox.module.css";

interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: string;
  readonly disabled?: boolean;
}

/** One yes or no among what is sent or remembered; what takes effect at once is a `Switch`. */
export const Checkbox = ({ label, checked, onChange, hint, disabled }: CheckboxProps) => (
  <label className={styles.checkbox}>
    <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
);
