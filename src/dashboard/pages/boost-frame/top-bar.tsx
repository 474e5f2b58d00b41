import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { boost } from "../../../../resources/boost/pages.ts";
import type { NodeState } from "../../flows/boost/node.ts";
import { IconButton } from "../../ui/button.tsx";
import { ConnectButton } from "./connect-button.tsx";
import { mainPlaces } from "./places.ts";
import { PlaceLink } from "./place-link.tsx";
import { Self } from "./self.tsx";
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
