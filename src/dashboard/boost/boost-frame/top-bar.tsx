import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { NodeInfo } from "../../../../resources/boost/nodes/node-calls.ts";
import { boost } from "../../../../resources/boost/pages.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { logOut } from "../flows/boost/log-out.ts";
import type { NodeState } from "../flows/boost/node.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ConnectButton } from "./connect-button.tsx";
import { Counter } from "./counter.tsx";
import { HistoryButton } from "./history-button.tsx";
import { PlaceLink } from "./place-link.tsx";
import { dashboardPlace, mainPlaces } from "./places.ts";
import styles from "./top-bar.module.css";

const Drawer = lazy(() => import("./drawer.tsx").then((module) => ({ default: module.Drawer })));

interface TopBarProps {
  readonly node: NodeState;
  readonly isMiniApp: boolean;
}

/** Navigation, user and points; on phones the navigation is in the menu. */
export const TopBar = ({ node, isMiniApp }: TopBarProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <header className={styles.bar}>
      <Link className={styles.brand} to={pageHref(boost)}>
        <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
          <path d="M12 1 21.5 6.5v11L12 23 2.5 17.5v-11z" fill="none" stroke="currentColor" strokeWidth="1.8" />
          <path d="M13.6 5.5 7.4 13h4l-1 5.5 6.2-7.5h-4z" fill="var(--boost-fill)" />
        </svg>
        Boost
      </Link>
      <nav className={styles.places} aria-label="Boost">
        {mainPlaces.map((place) => (
          <PlaceLink key={place.to} place={place}>
            {place.label}
          </PlaceLink>
        ))}
      </nav>
      <div className={styles.side}>
        {!isMiniApp && (
          <Link className={styles.dashboard} to={dashboardPlace.to} aria-label={dashboardPlace.label}>
            <Icon name={dashboardPlace.icon} size={16} />
            <span>{dashboardPlace.label}</span>
          </Link>
        )}
        {node.name === "in" && <Self info={node.info} isMiniApp={isMiniApp} />}
        {node.name === "out" && <ConnectButton />}
        <span className={styles.menu}>
          <IconButton icon="menu" label="Menu" expanded={isOpen} onClick={() => setOpen(true)} />
        </span>
      </div>
      <Suspense>{isOpen && <Drawer node={node} isMiniApp={isMiniApp} onClose={() => setOpen(false)} />}</Suspense>
    </header>
  );
};

interface SelfProps {
  readonly info: NodeInfo;
  readonly isMiniApp: boolean;
}

/** The user in the top bar: points, history, avatar, name and Log out. */
const Self = ({ info: { username, avatar, nodeId, totalPoint }, isMiniApp }: SelfProps) => (
  <>
    <HistoryButton className={styles.points}>
      <Counter points={totalPoint} />
      <small>points</small>
      <Icon name="history" size={16} />
    </HistoryButton>
    <span className={styles.who} title={username}>
      <Avatar seed={nodeId} size={32} {...(avatar !== null && { image: avatar })} />
      <span>{shortenName(username)}</span>
    </span>
    {!isMiniApp && (
      <span className={styles.logout}>
        <IconButton icon="logout" label="Log out" onClick={() => void logOut()} />
      </span>
    )}
  </>
);
