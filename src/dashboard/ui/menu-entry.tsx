import { Link } from "react-router";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icon.tsx";
import type { MenuItem } from "./menu.tsx";

/** One item of a menu: a link, an action or a choice. */
export const MenuEntry = ({ item }: { item: MenuItem }) => {
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
