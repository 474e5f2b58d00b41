import { useId } from "react";
import { classNames } from "../../lib/class-names.ts";
import styles from "./text-area.module.css";

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  /** Error message; "" or absent if the value is valid. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly rows?: number;
  /** For code: monospace, without auto-correction. */
  readonly code?: boolean;
}

/** Multiline text field with label, hint and error. Grows with its content where the browser supports it. */
export const TextArea = ({ label, value, onChange, hint, error, rows = 4, code, ...rest }: TextAreaProps) => {
  const id = useId();
  const note = error || hint;
  return (
    <div className="fh-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...rest}
        id={id}
        rows={rows}
        className={classNames("fh-input", styles.area, code && "fh-mono")}
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
