import { useId, type HTMLInputTypeAttribute } from "react";

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  /** Error message; "" or absent if the value is valid. */
  readonly error?: string;
  readonly placeholder?: string;
  readonly type?: HTMLInputTypeAttribute;
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
  /** A command, a path or a URL segment: monospace, without auto-correction. */
  readonly code?: boolean;
  readonly maxLength?: number;
  /** On-screen keyboard. */
  readonly inputMode?: "numeric" | "email" | "url";
  /** Autofill hint: "email", "one-time-code". */
  readonly autoComplete?: string;
}

/** Text field with label, hint and error. */
export const TextField = ({
  label,
  value,
  onChange,
  hint,
  error,
  code = false,
  type = "text",
  ...rest
}: TextFieldProps) => {
  const id = useId();
  const note = error || hint;
  return (
    <div className="fh-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        type={type}
        className={code ? "fh-input fh-mono" : "fh-input"}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        {...(code && { spellCheck: false, autoCapitalize: "off", autoCorrect: "off" })}
      />
      {note && (
        <p id={`${id}-note`} className={error ? "is-error" : undefined} role={error ? "alert" : undefined}>
          {note}
        </p>
      )}
    </div>
  );
};

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: string;
  readonly disabled?: boolean;
}

/** A toggle that takes effect immediately. */
export const Switch = ({ label, checked, onChange, hint, disabled }: SwitchProps) => (
  <label className="fh-switch">
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
);
