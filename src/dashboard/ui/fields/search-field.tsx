import { Icon } from "../icon.tsx";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A search box; Escape clears it. */
export const SearchField = ({ label, value, onChange }: SearchFieldProps) => (
  <label className="fh-search">
    <Icon name="search" size={16} />
    <span className="fh-hidden">{label}</span>
    <input
      type="search"
      className="fh-input"
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
);
