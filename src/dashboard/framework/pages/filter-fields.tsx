import { useEffect, useState } from "react";
import { inSentence } from "../../../../resources/declare/define.ts";
import type { Field } from "../../../../resources/declare/fields.ts";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { optionLabel } from "../widgets/cell.tsx";

const typingMs = 250;

interface FilterMenuProps {
  readonly field: Field;
  /** "" for any. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Default: the field's. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** A choice that narrows a list, or any. */
export const FilterMenu = ({ field, value, onChange, options }: FilterMenuProps) => (
  <label>
    <span className="fh-hidden">{field.label}</span>
    <select className="fh-select" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">Any {inSentence(field.label)}</option>
      {(options ?? field.options?.map((option) => ({ value: option, label: optionLabel(field, option) })))?.map(
        (option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ),
      )}
    </select>
  </label>
);

/** A search field that searches after the user stops typing. */
export const DelayedSearch = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) => {
  const [input, setInput] = useState(value);
  useEffect(() => {
    if (input.trim() === value) return;
    const timer = setTimeout(() => onChange(input.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [input, value, onChange]);
  return <SearchField label={label} value={input} onChange={setInput} />;
};
