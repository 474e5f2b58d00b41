interface ControlProps<Value> {
  /** Set by the form item. */
  readonly id?: string;
  readonly value?: Value | undefined;
  readonly onChange?: (value: Value | undefined) => void;
}

interface ChoiceProps extends ControlProps<string> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Native select: lighter than antd's, and native on every device. */
export const Choice = ({ id, value, onChange, options }: ChoiceProps) => (
  <select
    id={id}
    className="fh-select"
    value={value ?? ""}
    onChange={(event) => onChange?.(event.target.value || undefined)}
  >
    <option value="">Choose</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);

/** A date and time in the user's time zone, as Unix seconds. */
export const DateTime = ({ id, value, onChange }: ControlProps<number>) => (
  <input
    id={id}
    type="datetime-local"
    className="fh-input"
    value={value === undefined ? "" : localText(value)}
    onChange={({ target }) =>
      onChange?.(target.value === "" ? undefined : Math.floor(new Date(target.value).getTime() / 1000))
    }
  />
);

/** Formats a date for the control: "2026-11-21T13:36". */
const localText = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
