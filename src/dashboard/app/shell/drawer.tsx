import { useEffect, useRef, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { Team } from "../../../../resources/account/teams.ts";
import { landing } from "../../../../resources/pages.ts";
import { changelogPage } from "../../../../resources/rewards/pages.ts";
import { config } from "../../api/config.ts";
import { followChangelog, unreadChangelog } from "../../flows/changelog/unread.ts";
import type { MenuSection } from "../../framework/derive/menu.ts";
import { usePrefetch } from "../../framework/prefetch.ts";
import { classNames } from "../../lib/class-names.ts";
import { Mark } from "../../pages/public-frame/mark.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Icon, iconNamed } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { TeamSwitcher } from "./team-switcher.tsx";

interface DrawerProps {
  readonly menu: readonly MenuSection[];
  /** URL of the current screen's entry. */
  readonly current: string | undefined;
  readonly team: Team;
  /** On small screens: shown over the page. */
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The side drawer: the screens available to the team, by section. */
export const Drawer = ({ menu, current, team, open, onClose }: DrawerProps) => {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    drawer.current?.querySelector<HTMLElement>("nav a")?.focus();
    // An open menu handles the key itself.
    const close = (event: KeyboardEvent) =>
      event.key === "Escape" && !document.querySelector(".fh-menu:popover-open") && onClose();
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [open, onClose]);
  return (
    <>
      {open && <div className="fh-drawer-shade" onClick={onClose} />}
      <aside ref={drawer} aria-label="Sidebar" className={classNames("fh-drawer", open && "is-open")}>
        <div className="fh-drawer-head">
          <Link className="fh-brand" to={landing.path}>
            <Mark />
            Freehold
          </Link>
          {open && <IconButton icon="close" label="Close menu" onClick={onClose} />}
        </div>
        <nav aria-label="Sections">
          {menu.map((section) => (
            <Section key={section.section} {...section} current={current} />
          ))}
        </nav>
        <Account team={team} />
      </aside>
    </>
  );
};

const Section = ({ section, items, current }: MenuSection & Pick<DrawerProps, "current">) => {
  const prefetch = usePrefetch();
  return (
    <div className="fh-drawer-section">
      {isNamedBy(section, items) || <h2>{section}</h2>}
      <ul>
        {items.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classNames("fh-drawer-item", to === current && "active")}
              aria-current={to === current ? "page" : undefined}
              onPointerEnter={() => prefetch(to)}
              onFocus={() => prefetch(to)}
            >
              <Icon name={iconNamed(icon)} />
              {label}
              {to === changelogPage.path && <ChangelogBadge />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** Returns whether a section has one entry of the same name, so that it needs no heading. */
const isNamedBy = (section: string, items: readonly { readonly label: string }[]): boolean =>
  items.length === 1 && items[0]!.label === section;

const shownMax = 99;

/** Shows the number of unread changelog entries; hidden at zero. */
const ChangelogBadge = () => {
  const unread = useSyncExternalStore(unreadChangelog.subscribe, unreadChangelog.get);
  useEffect(() => void followChangelog(), []);
  if (unread === 0) return null;
  return (
    <span className="fh-badge">
      {unread > shownMax ? `${shownMax}+` : unread}
      <span className="fh-hidden"> unread</span>
    </span>
  );
};

/** Bottom of the drawer: the current team, the user's role, and the configured community links. */
const Account = ({ team }: { team: Team }) => {
  const { links } = useSyncExternalStore(config.subscribe, config.get);
  const social = socialLinks.filter(([key]) => links[key] !== "");
  return (
    <footer className="fh-account">
      <TeamSwitcher team={team} />
      {social.length > 0 && (
        <div className="fh-account-links">
          {social.map(([key, label, icon]) => (
            <a
              key={key}
              className="fh-icon-button is-small"
              href={links[key]}
              target="_blank"
              rel="noreferrer"
              aria-label={label}
              title={label}
            >
              <Icon name={icon} size={16} />
            </a>
          ))}
        </div>
      )}
    </footer>
  );
};

const socialLinks: readonly (readonly ["feed" | "chat" | "channel" | "blog" | "code", string, IconName])[] = [
  ["feed", "Social feed", "spark"],
  ["chat", "Community chat", "chat"],
  ["channel", "Messaging channel", "phone"],
  ["blog", "Blog", "book"],
  ["code", "Source code", "code"],
];
