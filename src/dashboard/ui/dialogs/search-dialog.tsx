import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Icon } from "../icon.tsx";
import styles from "./search-dialog.module.css";

export interface SearchGroup<T> {
  readonly title: string;
  readonly items: readonly T[];
  /** Shows the title above the items; assistive technology always has it. */
  readonly isTitled?: boolean;
}

interface SearchDialogProps<T> {
  /** Name of the dialog. */
  readonly label: string;
  /** Name and placeholder of the field. */
  readonly field: string;
  readonly question: string;
  readonly onQuestion: (question: string) => void;
  readonly groups: readonly SearchGroup<T>[];
  readonly keyOf: (item: T) => string;
  readonly option: (item: T) => ReactNode;
  readonly onPick: (item: T) => void;
  /** Shown without results. */
  readonly none: ReactNode;
  readonly onClose: () => void;
  /** Keys other than those that move and pick. */
  readonly onKey?: (event: KeyboardEvent) => void;
  /** At the end of the line with the keys. */
  readonly footer?: ReactNode;
}

/** A search field above its results, of which arrow keys select one and Enter opens it. */
export const SearchDialog = <T,>(props: SearchDialogProps<T>) => {
  const { label, field, question, groups, keyOf, onPick, onClose } = props;
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const items = groups.flatMap((group) => group.items);
  const active = Math.min(at, items.length - 1);

  useEffect(() => dialog.current?.showModal(), []);
  useLayoutEffect(() => {
    dialog.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const current = items[active];
    if (event.key === "Enter") return current !== undefined && onPick(current);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return props.onKey?.(event);
    event.preventDefault();
    return setAt((active + step + items.length) % Math.max(items.length, 1));
  };

  const option = (item: T) => {
    const own = items.indexOf(item);
    return (
      <li
        key={keyOf(item)}
        id={`${listId}-${own}`}
        role="option"
        aria-selected={own === active}
        onPointerMove={() => setAt(own)}
        onClick={() => onPick(item)}
      >
        {props.option(item)}
      </li>
    );
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={label}
      onClose={onClose}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <label className={styles.field}>
        <Icon name="search" />
        <span className="fh-hidden">{field}</span>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
          placeholder={field}
          value={question}
          autoFocus
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            props.onQuestion(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </label>
      {/* It scrolls itself: the field controls it, so it needs no focus. */}
      <div id={listId} role="listbox" aria-label="Results" className={styles.results}>
        {groups.map(({ title, items: own, isTitled }) => (
          <ul key={title} role="group" aria-label={title}>
            {isTitled && (
              <li role="presentation" className={styles.title}>
                {title}
              </li>
            )}
            {own.map(option)}
          </ul>
        ))}
      </div>
      {items.length === 0 && <div className={styles.none}>{props.none}</div>}
      <div className={styles.hints}>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> Move
        </span>
        <span>
          <kbd>Enter</kbd> Open
        </span>
        {props.footer}
      </div>
    </dialog>
  );
};
