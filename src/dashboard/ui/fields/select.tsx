interface SelectProps<V extends string> {
  /** For assistive technology. */
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly disabled?: boolean;
  readonly onChange: (value: V) => void;
}

/** A menu without a visible label, for toolbars and filters. The browser's own: it opens without loading anything. */
export const Select = <V extends string>({ label, value, options, disabled, onChange }: SelectProps<V>) => (
  <label>
    <span className="fh-hidden">{label}</span>
    <select
      className="fh-select"
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value as V)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);
