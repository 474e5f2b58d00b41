import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import styles from "./combobox.module.css";
import { Icon } from "./icon.tsx";

export interface ComboOption {
  readonly value: string;
  readonly label: string;
  /** Before the label. */
  readonly image?: ReactNode;
  /** Secondary text beside the label; also searched. */
  readonly note?: string;
  /** A badge for the option: "Detected". */
  readonly mark?: string;
}

interface ComboboxProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly ComboOption[];
  readonly hint?: string;
  /** Shown without a selection. */
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** Searchable select. Arrow keys move, Enter selects, Escape closes without a change. */
export const Combobox = ({ label, value, options, hint, placeholder, disabled, onChange }: ComboboxProps) => {
  const id = useId();
  /** The search text while the list is open. */
  const [query, setWord] = useState<string>();
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const selectedOption = options.find((option) => option.value === value);
  const open = query !== undefined;
  const matching = open ? options.filter((option) => matches(option, query)) : [];
  const active = Math.min(at, matching.length - 1);

  useEffect(() => {
    if (open) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [open]);

  const show = () => {
    if (open || disabled) return;
    setWord("");
    setAt(Math.max(0, options.indexOf(selectedOption!)));
  };
  const take = (option: ComboOption | undefined) => {
    setWord(undefined);
    if (option && option.value !== value) onChange(option.value);
  };
  const move = (step: number) => {
    const next = (active + step + matching.length) % Math.max(1, matching.length);
    setAt(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) {
      if (event.key === "ArrowDown" || event.key === "Enter") {
        event.preventDefault();
        show();
      }
      return;
    }
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => take(matching[active]),
      Escape: () => setWord(undefined),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="fh-field">
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          id={id}
          role="combobox"
          className="fh-input"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-activedescendant={open && matching[active] ? `${id}-${matching[active].value}` : undefined}
          aria-describedby={hint ? `${id}-note` : undefined}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          placeholder={selectedOption?.label ?? placeholder}
          value={query ?? selectedOption?.label ?? ""}
          onChange={(event) => {
            setWord(open ? event.target.value : textAfter(selectedOption?.label ?? "", event.target.value));
            setAt(0);
          }}
          onClick={show}
          onKeyDown={onKeyDown}
          onBlur={() => setWord(undefined)}
        />
        <Icon name="chevron-down" size={16} />
        {open && (
          <ul ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
            {matching.map((option, index) => (
              <li
                key={option.value}
                id={`${id}-${option.value}`}
                role="option"
                aria-selected={index === active}
                className={classNames(option.value === value && styles.chosen)}
                // Keeps the focus in the field until the click arrives.
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => setAt(index)}
                onClick={() => take(option)}
              >
                {option.image}
                <span>{option.label}</span>
                {option.mark && <em>{option.mark}</em>}
                {option.note && <small>{option.note}</small>}
              </li>
            ))}
            {matching.length === 0 && <li className={styles.none}>No results for “{query}”.</li>}
          </ul>
        )}
      </div>
      {hint && <p id={`${id}-note`}>{hint}</p>}
    </div>
  );
};

/**
 * Returns the search text after the first keystroke in a closed field: appended to the label, or replacing it if it was
 * selected.
 */
const textAfter = (label: string, text: string): string => (text.startsWith(label) ? text.slice(label.length) : text);

const matches = ({ label, note = "" }: ComboOption, query: string): boolean =>
  `${label} ${note}`.toLowerCase().includes(query.trim().toLowerCase());
