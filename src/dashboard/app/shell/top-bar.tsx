import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { boost } from "../../../../resources/boost/pages.ts";
import { config } from "../../api/config.ts";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { openPalette } from "../palette/palette-state.ts";
import { AvatarMenu } from "./avatar-menu.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { NoticeBell } from "./notice-bell.tsx";
import { ReadOnlyMark } from "./read-only-mark.tsx";
import { ThemeMenu } from "./theme-menu.tsx";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

interface TopBarProps {
  readonly onMenu: () => void;
  readonly menuOpen: boolean;
}

/** The current location, the search, and global actions. */
export const TopBar = ({ onMenu, menuOpen }: TopBarProps) => {
  const { links } = useSyncExternalStore(config.subscribe, config.get);
  return (
    <header className="fh-top-bar">
      <IconButton className="fh-menu-button" icon="menu" label="Menu" expanded={menuOpen} onClick={onMenu} />
      <Breadcrumbs />
      <ReadOnlyMark />
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
  <a className="fh-icon-button fh-docs-link" href={to} target="_blank" rel="noreferrer" aria-label="Docs" title="Docs">
    <Icon name="book" />
  </a>
);
