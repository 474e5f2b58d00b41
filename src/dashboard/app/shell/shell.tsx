import { lazy, Suspense, useEffect, useState, useSyncExternalStore, useRef } from "react";
import { Outlet, useLocation, Link } from "react-router";
import type { Team } from "../../../../resources/account/teams/teams.ts";
import { config } from "../../api/config.ts";
import { detectedCode } from "../../account/flows/bind-account/detected.ts";
import { unreadStore } from "../../account/flows/notices/unread.ts";
import { dock, showDockIfLeft } from "../../storage/flows/object-upload/dock.ts";
import { maySee } from "../../framework/derive/may-see.ts";
import { menuOf, menuPathOf, type MenuSection } from "../../framework/derive/menu.ts";
import { useUnsavedBlocker } from "../../framework/forms/use-unsaved-guard.ts";
import { useAllows } from "../../framework/use-allows.ts";
import { atRest, settled } from "../../lib/async/at-rest.ts";
import { Palette } from "../palette/palette.tsx";
import { prefetchWhenIdle } from "../prefetch.ts";
import { declared, existsHere } from "../registry.ts";
import { InShell } from "../routes/bare-page.tsx";
import { useRoute } from "../routes/use-route.ts";
import { TopBar } from "./top-bar.tsx";
import { landing } from "../../../../resources/pages.ts";
import { changelogPage } from "../../../../resources/rewards/pages.ts";
import { followChangelog, unreadChangelog } from "../../rewards/flows/changelog/unread.ts";
import { usePrefetch } from "../../framework/prefetch.ts";
import { classNames } from "../../lib/class-names.ts";
import { Mark } from "../../framework/public-frame/mark.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Icon, iconNamed } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { TeamSwitcher } from "./team-switcher.tsx";

const UploadPanel = lazy(() => import("../../storage/flows/object-upload/upload-panel.tsx"));

/** Shows the upload queue on every screen; loaded once there is one. */
const UploadDock = () => {
  useEffect(() => void settled().then(showDockIfLeft), []);
  return (
    useSyncExternalStore(dock.subscribe, dock.get) && (
      <Suspense>
        <UploadPanel />
      </Suspense>
    )
  );
};

const NoticeBar = lazy(() => import("../../account/flows/notices/notice-bar.tsx"));

/** Places the notice bar; loaded once there is a notice. */
const NoticeSlot = () => {
  const { inBar } = useSyncExternalStore(unreadStore.subscribe, unreadStore.get);
  return (
    inBar && (
      <Suspense>
        <NoticeBar />
      </Suspense>
    )
  );
};

/** Shown in place of a denied screen; loaded on first use. */
const NoAccess = lazy(() => import("./no-access-view.tsx"));

const BindOffer = lazy(() => import("../../account/flows/bind-account/bind-offer.tsx"));

/** Drawer, top bar and the current screen. */
export const Shell = ({ team }: { team: Team }) => {
  const allows = useAllows();
  const { pathname } = useLocation();
  const { handle } = useRoute();
  useUnsavedBlocker();
  useSyncExternalStore(config.subscribe, config.get);
  const menu = menuOf(declared, allows, existsHere);
  // Closes on any change of path.
  const [openedAt, setOpenedAt] = useState<string>();
  const [detected] = useState(() => detectedCode() !== null);
  const drawerOpen = openedAt === pathname;
  useEffect(() => {
    // After the first screen: its code would only compete with the screen's own.
    void atRest()
      .then(() => import("../session/welcome.ts"))
      .then(({ welcome }) => welcome())
      .catch(() => undefined);
  }, []);
  const likely = menu
    .filter(({ section }) => section !== "Development")
    .flatMap(({ items }) => items.map(({ to }) => to))
    .join();
  useEffect(() => prefetchWhenIdle(likely.split(",")), [likely]);
  return (
    <div className="fh-shell">
      <a className="fh-skip" href="#main">
        Skip to content
      </a>
      <Drawer
        menu={menu}
        current={menuPathOf(declared, handle)}
        team={team}
        open={drawerOpen}
        onClose={() => setOpenedAt(undefined)}
      />
      <div className="fh-main">
        <TopBar onMenu={() => setOpenedAt(pathname)} menuOpen={drawerOpen} />
        <NoticeSlot />
        <main id="main" tabIndex={-1}>
          <div className="fh-page-frame" key={pathname}>
            <InShell value>
              <Suspense>{maySee(handle, allows) ? <Outlet /> : <NoAccess team={team} handle={handle!} />}</Suspense>
            </InShell>
          </div>
        </main>
      </div>
      <UploadDock />
      <Palette />
      {detected && (
        <Suspense>
          <BindOffer />
        </Suspense>
      )}
    </div>
  );
};

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
const Drawer = ({ menu, current, team, open, onClose }: DrawerProps) => {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
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
