import { useSyncExternalStore } from "react";
import { Link } from "react-router";
import { boost } from "../../../../resources/boost/pages.ts";
import { pageHref } from "../../../../resources/href.ts";
import { config } from "../../api/config.ts";
import { breadcrumbs } from "../../framework/derive/breadcrumbs.ts";
import { pageCrumbs, pageTitle } from "../../framework/page-title.ts";
import { usePrefetch } from "../../framework/prefetch.ts";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { openPalette } from "../palette/palette-state.ts";
import { declared } from "../registry.ts";
import { useRoute } from "../routes/use-route.ts";
import { AvatarMenu } from "./avatar-menu.tsx";
import { NoticeBell } from "./notice-bell.tsx";
import { ReadOnlyMark } from "./read-only-mark.tsx";
import { ThemeMenu } from "./theme-menu.tsx";

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
