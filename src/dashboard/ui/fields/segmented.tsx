import { useId } from "react";

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly disabled?: boolean }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** A choice between a few visible options. Supports arrow keys. */
export const Segmented = <Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled = false,
}: SegmentedProps<Value>) => {
  const name = useId();
  return (
    <div className="fh-segmented" role="radiogroup" aria-label={label} aria-disabled={disabled || undefined}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="fh-hidden"
            name={name}
            checked={option.value === value}
            disabled={disabled || option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
};
