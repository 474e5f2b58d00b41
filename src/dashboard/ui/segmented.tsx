interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice between a few options, all in view. */
export const Segmented = <Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) => (
  <div className="fh-segmented" role="radiogroup" aria-label={label}>
    {options.map((option) => (
      <label key={option.value}>
        <input
          type="radio"
          className="fh-hidden"
          name={label}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        />
        <span>{option.label}</span>
      </label>
    ))}
  </div>
);
