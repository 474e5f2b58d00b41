import { useLogout } from "@refinedev/core";
import { useSyncExternalStore, lazy, Suspense, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { boost } from "../../../../resources/boost/pages.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { config } from "../../api/config.ts";
import { breadcrumbs } from "../../framework/derive/breadcrumbs.ts";
import { pageCrumbs, pageTitle } from "../../framework/page-title.ts";
import { usePrefetch } from "../../framework/prefetch.ts";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { openPalette } from "../palette/palette-state.ts";
import { declared, exists } from "../registry.ts";
import { useRoute } from "../routes/use-route.ts";
import { memberMessages } from "../../../../resources/account/teams/team-messages.ts";
import { openFeedback } from "../../account/flows/feedback/open-feedback.ts";
import { shortenAddress, shortenName } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { copyText } from "../../ui/panels/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Menu, type MenuItem } from "../../ui/menu/menu.tsx";
import { onChain } from "../session/on-chain.ts";
import { switchToOwner } from "../session/switch-team.ts";
import { useSession } from "../session/use-session.ts";
import { avatarEntries, avatarItems } from "./avatar-entries.ts";
import { chooseTheme, themeChoice, themes } from "./theme-choice.ts";
import { unreadStore } from "../../account/flows/notices/unread.ts";
import { placeBelow } from "../../ui/menu/place-below.ts";
import { Skeleton } from "../../ui/states/skeleton.tsx";

/** Section › list › record › screen; on small screens only the last one. */
const Breadcrumbs = () => {
  const { handle, params } = useRoute();
  const own = useSyncExternalStore(pageTitle.subscribe, pageTitle.get);
  const steps = useSyncExternalStore(pageCrumbs.subscribe, pageCrumbs.get);
  const prefetch = usePrefetch();
  const crumbs = breadcrumbs(declared, handle, params, steps);
  return (
    <nav className="fh-crumbs" aria-label="Breadcrumbs">
      <ol>
        {crumbs.map(({ label, to }, at) => {
          const last = at === crumbs.length - 1;
          return (
            <li key={label + at} aria-current={last ? "page" : undefined}>
              {at > 0 && <Icon name="chevron" size={13} />}
              {to && !last ? (
                <Link to={to} onPointerEnter={() => prefetch(to)}>
                  {label}
                </Link>
              ) : (
                <span>{last ? (own ?? label) : label}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
};

const ReadOnlyMark = lazy(() => import("./read-only-mark.tsx"));

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

interface TopBarProps {
  readonly onMenu: () => void;
  readonly menuOpen: boolean;
}

/** The current location, the search, and global actions. */
export const TopBar = ({ onMenu, menuOpen }: TopBarProps) => {
  const isMember = useSession().team?.type === "COLLABORATION";
  const { links } = useSyncExternalStore(config.subscribe, config.get);
  return (
    <header className="fh-top-bar">
      <IconButton className="fh-menu-button" icon="menu" label="Menu" expanded={menuOpen} onClick={onMenu} />
      <Breadcrumbs />
      {isMember && (
        <Suspense>
          <ReadOnlyMark />
        </Suspense>
      )}
      <button type="button" className="fh-search-button" onClick={openPalette} aria-keyshortcuts="Meta+K Control+K">
        <Icon name="search" size={16} />
        <span>Search</span>
        <kbd>{isApple ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      <Link className="fh-button is-soft is-small fh-boost-link" to={pageHref(boost)} aria-label="Boost">
        <Icon name="bolt" size={16} />
        <span>Boost</span>
      </Link>
      {links.docs && <DocsLink to={links.docs} />}
      <ThemeMenu />
      <NoticeBell />
      <AvatarMenu />
    </header>
  );
};

const DocsLink = ({ to }: { to: string }) => (
  <a className="fh-icon-button" href={to} target="_blank" rel="noreferrer" aria-label="Docs" title="Docs">
    <Icon name="book" />
  </a>
);

/** Shows the signed-in user and the sign-out item. */
const AvatarMenu = () => {
  const { user, team } = useSession();
  const { mutate: disconnect } = useLogout();
  const { links } = useSyncExternalStore(config.subscribe, config.get);
  const activated = useSyncExternalStore(onChain.subscribe, onChain.get);
  const address = user?.wallet?.address;
  const personal: MenuItem[] = [
    ...(activated === false ? [activation] : []),
    ...(address ? [{ label: "Copy address", icon: "copy" as const, onSelect: () => void copyText(address) }] : []),
    ...avatarItems(avatarEntries(declared.pages, exists, links), team, (to) => void askToSwitch(to)),
    // Where feedback is hosted elsewhere, it is one of the links.
    ...(links.feedback ? [] : [{ label: "Feedback", icon: "chat" as const, onSelect: () => void openFeedback() }]),
  ];
  const leave: MenuItem = { label: "Disconnect", icon: "logout", onSelect: () => disconnect() };
  return (
    <Menu
      label="Account"
      className="fh-avatar-button"
      groups={[personal, [leave]]}
      header={
        user && (
          <>
            <strong>{shortenName(user.username)}</strong>
            {address && !isNameOf(address, user.username) && (
              <div className="fh-muted fh-mono">{shortenAddress(address)}</div>
            )}
          </>
        )
      }
    >
      <Avatar seed={user?.uid ?? ""} image={user?.avatar} size={28} />
    </Menu>
  );
};

/** Users without a name are called by their address, shortened by the server. */
const isNameOf = (address: string, username: string): boolean =>
  shortenName(address).toLowerCase() === shortenName(username).toLowerCase();

const activation: MenuItem = {
  label: "Activate account",
  icon: "shield",
  onSelect: () => void import("../session/welcome.ts").then(({ activate }) => activate()),
};

/** Asks before switching to the owner account, then resets the selected team and opens the entry. */
const askToSwitch = async (to: string): Promise<void> => {
  if (await dialogs.confirm({ text: memberMessages.switchToOwner, ok: "Switch" })) switchToOwner(to);
};

const loadCentre = () => import("../../account/flows/notices/notice-centre.tsx");
const NoticeCentre = lazy(loadCentre);
const countMax = 99;

/** Shows the number of unread notifications; links to all of them. */
const NoticeBell = () => {
  const { unread } = useSyncExternalStore(unreadStore.subscribe, unreadStore.get);
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const prefetch = () => void loadCentre().catch(() => undefined);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="fh-icon-button fh-bell"
        aria-label={unread > 0 ? `Notices, ${unread} unread` : "Notices"}
        title="Notices"
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        <Icon name="bell" />
        {unread > 0 && <span aria-hidden="true">{unread > countMax ? `${countMax}+` : unread}</span>}
      </button>
      <div
        ref={panel}
        id={id}
        className="fh-menu fh-notices"
        popover="auto"
        role="dialog"
        aria-label="Notices"
        tabIndex={-1}
        onToggle={({ newState }) => {
          setOpen(newState === "open");
          if (newState !== "open") return;
          placeBelow(panel.current!, button.current!);
          panel.current!.focus();
        }}
      >
        {open && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <NoticeCentre onLeave={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  );
};

/** Light, dark, or system. */
const ThemeMenu = () => {
  const choice = useSyncExternalStore(themeChoice.subscribe, themeChoice.get);
  const items = themes.map(([value, label, icon]) => ({
    label,
    icon,
    checked: value === choice,
    onSelect: () => chooseTheme(value),
  }));
  return (
    <Menu label="Theme" groups={[items]}>
      <Icon name={themes.find(([value]) => value === choice)![2]} />
    </Menu>
  );
};
