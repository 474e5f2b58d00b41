import { useId } from "react";
import { Icon } from "../icon.tsx";
import type { IconName } from "../icons.ts";

interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconName;
  readonly disabled?: boolean;
}

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly SegmentedOption<Value>[];
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
          <span>
            {option.icon && <Icon name={option.icon} size={16} />}
            {option.label}
          </span>
        </label>
      ))}
    </div>
  );
};
