import { useId, useRef, type KeyboardEvent, type ReactNode, type Ref } from "react";
import { Link } from "react-router";
import { classNames } from "../../lib/class-names.ts";
import { Icon } from "../icon.tsx";
import type { IconName } from "../icons.ts";
import { placeBelow } from "./place-below.ts";

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  /** A path of the dashboard, or an absolute URL that opens in a new tab. */
  readonly to?: string;
  readonly onSelect?: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** One of several choices; the selected one has a check mark. */
  readonly checked?: boolean;
  /** In place of an icon. */
  readonly image?: ReactNode;
  /** A badge at the line's end: "Disabled". */
  readonly note?: string;
  /** Secondary text below the label. */
  readonly hint?: string;
  /** Tooltip: the full text of a shortened label. */
  readonly title?: string;
}

/** Related items, optionally with a heading. */
export type MenuGroup = readonly MenuItem[] | { readonly title: string; readonly items: readonly MenuItem[] };

interface MenuProps {
  /** Accessible name of the menu, and of a button without text. */
  readonly label: string;
  readonly isNamedByContent?: boolean;
  /** Content of the button. */
  readonly children: ReactNode;
  /** Groups are separated by a line. */
  readonly groups: readonly MenuGroup[];
  /** Shown above the entries. */
  readonly header?: ReactNode;
  readonly className?: string;
  /** The button's tooltip; its name by default. */
  readonly title?: string;
  readonly onOpen?: () => void;
}

/**
 * A button that opens a menu of actions and links. Arrow keys move, Escape and a click outside close. Ours: the shell has two,
 * and antd's weighs 81 kB there (decision 43).
 */
export const Menu = ({
  label,
  isNamedByContent = false,
  children,
  groups,
  header,
  className = "fh-icon-button",
  title = label,
  onOpen,
}: MenuProps) => {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={isNamedByContent ? undefined : label}
        title={title}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        {children}
      </button>
      <MenuPanel
        ref={panel}
        id={id}
        label={label}
        groups={groups}
        header={header}
        onOpened={() => {
          button.current?.setAttribute("aria-expanded", "true");
          placeBelow(panel.current!, button.current!);
          entriesOf(panel.current!)[0]?.focus();
          onOpen?.();
        }}
        onClosed={() => button.current?.setAttribute("aria-expanded", "false")}
      />
    </>
  );
};

interface PanelProps extends Pick<MenuProps, "label" | "groups" | "header"> {
  readonly ref: Ref<HTMLDivElement>;
  readonly id?: string;
  readonly onOpened?: () => void;
  readonly onClosed: () => void;
}

/** The menu itself, in the browser's top layer. */
export const MenuPanel = ({ ref, id, label, groups, header, onOpened, onClosed }: PanelProps) => (
  <div
    ref={ref}
    id={id}
    className="fh-menu"
    popover="auto"
    role="menu"
    aria-label={label}
    onKeyDown={moveFocus}
    onClick={(event) => {
      if ((event.target as Element).closest("[role^=menuitem]")) event.currentTarget.hidePopover();
    }}
    onToggle={(event) => (event.newState === "open" ? onOpened?.() : onClosed())}
  >
    {header && <div className="fh-menu-header">{header}</div>}
    {groups
      .map(toTitled)
      .map(({ title, items }, at) => items.length > 0 && <Group key={at} title={title} items={items} />)}
  </div>
);

const Group = ({ title, items }: { readonly title: string; readonly items: readonly MenuItem[] }) => (
  <div className="fh-menu-group" role="group" aria-label={title || undefined}>
    {title && (
      <p className="fh-menu-title" aria-hidden="true">
        {title}
      </p>
    )}
    {items.map((item, at) => (
      <MenuEntry key={item.label + at} item={item} />
    ))}
  </div>
);

const toTitled = (group: MenuGroup): { title: string; items: readonly MenuItem[] } =>
  "items" in group ? group : { title: "", items: group };

const entriesOf = (panel: HTMLElement): HTMLElement[] => [
  ...panel.querySelectorAll<HTMLElement>("[role^=menuitem]:not(:disabled)"),
];

const moveFocus = (event: KeyboardEvent<HTMLDivElement>): void => {
  const entries = entriesOf(event.currentTarget);
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const next: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  if (event.key === "Tab") event.currentTarget.hidePopover();
  if (!(event.key in next)) return;
  event.preventDefault();
  entries.at(next[event.key]! % entries.length)?.focus();
};

/** One item of a menu: a link, an action or a choice. */
const MenuEntry = ({ item }: { item: MenuItem }) => {
  const className = classNames("fh-menu-item", item.danger && "is-danger");
  const content = (
    <>
      {item.image ?? (item.icon && <Icon name={item.icon} size={16} />)}
      <span>
        {item.label}
        {item.hint && <small>{item.hint}</small>}
      </span>
      {item.note && <small>{item.note}</small>}
      {item.checked && <Icon name="check" size={15} />}
    </>
  );
  if (item.to !== undefined && /^[a-z]+:/i.test(item.to)) {
    return (
      <a role="menuitem" className={className} href={item.to} target="_blank" rel="noreferrer">
        {content}
        <Icon name="external" size={14} />
      </a>
    );
  }
  if (item.to !== undefined) {
    return (
      <Link role="menuitem" className={className} to={item.to} onClick={item.onSelect}>
        {content}
      </Link>
    );
  }
  const role = item.checked === undefined ? "menuitem" : "menuitemradio";
  return (
    <button
      type="button"
      role={role}
      aria-checked={item.checked}
      className={className}
      title={item.title}
      disabled={item.disabled}
      onClick={item.onSelect}
    >
      {content}
    </button>
  );
};
