import { useEffect, useState, type ReactNode } from "react";
import { inSentence, type Resource } from "../../../../resources/declare/define.ts";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { optionLabel } from "../widgets/cell.tsx";

interface ListFiltersProps {
  readonly resource: Resource;
  readonly filters: Readonly<Record<string, string>>;
  readonly onFilter: (name: string, value: string) => void;
  /** Additional controls of the page. */
  readonly children?: ReactNode;
}

const typingMs = 250;

/** The search box and a choice for each declared filter. */
export const ListFilters = ({ resource, filters, onFilter, children }: ListFiltersProps) => {
  const { search, filters: names = [] } = resource.list ?? {};
  if (!search && names.length === 0 && !children) return null;
  return (
    <div className="fh-filters" role="search">
      {search && (
        <DelayedSearch
          label={`Search by ${anyOf([search].flat().map((name) => inSentence(resource.fields[name]!.label)))}`}
          value={filters.keyword ?? ""}
          onChange={(value) => onFilter("keyword", value)}
        />
      )}
      {names.map((name) => (
        <label key={name}>
          <span className="fh-hidden">{resource.fields[name]!.label}</span>
          <select
            className="fh-select"
            value={filters[name] ?? ""}
            onChange={(event) => onFilter(name, event.target.value)}
          >
            <option value="">Any {resource.fields[name]!.label.toLowerCase()}</option>
            {resource.fields[name]!.options?.map((option) => (
              <option key={option} value={option}>
                {optionLabel(resource.fields[name]!, option)}
              </option>
            ))}
          </select>
        </label>
      ))}
      {children}
    </div>
  );
};

/** "name, key or target" */
const anyOf = (names: readonly string[]): string =>
  [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ");

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
