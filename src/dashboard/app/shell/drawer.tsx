import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { Team } from "../../../../resources/account/teams/teams.ts";
import { sections, sectionsApart } from "../../../../resources/declare/sections.ts";
import { landing } from "../../../../resources/pages.ts";
import { changelogPage } from "../../../../resources/rewards/pages.ts";
import { config } from "../../api/config.ts";
import type { MenuItem, MenuSection } from "../../framework/derive/menu.ts";
import { usePrefetch } from "../../framework/prefetch.ts";
import { Mark } from "../../framework/public-frame/mark.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { atRest } from "../../lib/async/at-rest.ts";
import { classNames } from "../../lib/class-names.ts";
import { IconButton } from "../../ui/button.tsx";
import { Icon, iconNamed } from "../../ui/icon.tsx";
import { TeamSwitcher } from "./team-switcher.tsx";
import { toggledGroups, toggleGroup } from "./toggled-groups.ts";

interface DrawerProps {
  readonly menu: readonly MenuSection[];
  /** URL of the current screen's entry. */
  readonly current: string | undefined;
  readonly team: Team;
  /** On small screens: shown over the page. */
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The side drawer: the screens available to the team, by group. */
export const Drawer = ({ menu, current, team, open, onClose }: DrawerProps) => {
  const drawer = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // Its result, in newer browsers a promise, is no cleanup.
    drawer.current?.querySelector("nav .active")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  useEffect(() => {
    if (!open) return undefined;
    const entries = [".active", "a"].map((each) => drawer.current?.querySelector<HTMLElement>(`nav ${each}`));
    entries.find(Boolean)?.focus();
    // An open menu handles the key itself.
    const close = (event: KeyboardEvent) =>
      event.key === "Escape" && !document.querySelector(".fh-menu:popover-open") && onClose();
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [open, onClose]);
  const isApart = ({ section }: MenuSection): boolean => sectionsApart.includes(section);
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
          <Groups menu={menu.filter((group) => !isApart(group))} current={current} />
          <Groups menu={menu.filter(isApart)} current={current} />
        </nav>
        <Balance />
        <Account team={team} />
      </aside>
    </>
  );
};

type Current = Pick<DrawerProps, "current">;

const Groups = ({ menu, current }: Pick<DrawerProps, "menu"> & Current) => (
  <ul>
    {menu.map((group) =>
      group.items.length === 1 ? (
        <li key={group.section}>
          <Entry {...group.items[0]!} current={current} />
        </li>
      ) : (
        <Group key={group.section} {...group} current={current} />
      ),
    )}
  </ul>
);

/** A link to the group's first entry, and a button that shows or hides its entries. */
const Group = ({ section, items, current }: MenuSection & Current) => {
  const toggled = useSyncExternalStore(toggledGroups.subscribe, toggledGroups.get);
  const prefetch = usePrefetch();
  const id = useId();
  const isCurrent = items.some(({ to }) => to === current);
  const open = toggled[section] ?? isCurrent;
  const { to } = items[0]!;
  return (
    <li>
      <div className="fh-drawer-group">
        <Link
          to={to}
          className={classNames("fh-drawer-item", isCurrent && (open ? "is-current" : "active"))}
          aria-current={isCurrent || undefined}
          onClick={() => toggled[section] === false && toggleGroup(section, undefined)}
          onPointerEnter={() => prefetch(to)}
          onFocus={() => prefetch(to)}
        >
          <Icon name={sections[section]} />
          {section}
        </Link>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={`Pages of ${section}`}
          onClick={() => toggleGroup(section, !open === isCurrent ? undefined : !open)}
        >
          <Icon name="chevron" size={14} />
        </button>
      </div>
      <ul id={id} hidden={!open}>
        {open &&
          items.map((item) => (
            <li key={item.to}>
              <Entry {...item} icon={undefined} current={current} />
            </li>
          ))}
      </ul>
    </li>
  );
};

type EntryProps = Omit<MenuItem, "icon"> & { readonly icon: string | undefined } & Current;

const Entry = ({ to, label, icon, current }: EntryProps) => {
  const prefetch = usePrefetch();
  return (
    <Link
      to={to}
      className={classNames("fh-drawer-item", to === current && "active")}
      aria-current={to === current ? "page" : undefined}
      onPointerEnter={() => prefetch(to)}
      onFocus={() => prefetch(to)}
    >
      {icon && <Icon name={iconNamed(icon)} />}
      {label}
      {to === changelogPage.path && (
        <Suspense>
          <ChangelogBadge />
        </Suspense>
      )}
    </Link>
  );
};

const ChangelogBadge = lazy(() => atRest().then(() => import("./changelog-badge.tsx")));
const SocialLinks = lazy(() => import("./social-links.tsx"));
const BalanceMeter = lazy(() => atRest().then(() => import("./balance-meter.tsx")));

/** Keeps the place of the balance, which loads once the page is idle. */
const Balance = () =>
  useAllows()("list", "deposits") && (
    <div className="fh-balance">
      <Suspense>
        <BalanceMeter />
      </Suspense>
    </div>
  );

/** Bottom of the drawer: the current team, the user's role, and the configured community links. */
const Account = ({ team }: { team: Team }) => {
  const { links } = useSyncExternalStore(config.subscribe, config.get);
  const { feed, chat, channel, blog, code } = links;
  return (
    <footer className="fh-account">
      <TeamSwitcher team={team} />
      {feed + chat + channel + blog + code !== "" && (
        <Suspense>
          <SocialLinks links={links} />
        </Suspense>
      )}
    </footer>
  );
};
