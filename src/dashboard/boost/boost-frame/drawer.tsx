import { useLayoutEffect, useRef, type MouseEvent } from "react";
import { pageHref } from "../../../../resources/declare/href.ts";
import { accountConfig, docs } from "../../../../resources/pages.ts";
import type { NodeState } from "../flows/boost/node.ts";
import { logOut } from "../flows/boost/log-out.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, IconButton, LinkButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ConnectButton } from "./connect-button.tsx";
import styles from "./drawer.module.css";
import { dashboardPlace, mainPlaces, type BoostPlace } from "./places.ts";
import { PlaceLink } from "./place-link.tsx";

/** Shown in the mini app, which has no other links to these pages. */
const helpPlaces: readonly BoostPlace[] = [
  { label: "Wallets", to: `${pageHref(accountConfig)}?tab=linked_accounts`, icon: "wallet" },
  { label: "FAQ", to: pageHref(docs, { name: "boost" }), icon: "info" },
];

interface DrawerProps {
  readonly node: NodeState;
  readonly isMiniApp: boolean;
  readonly onClose: () => void;
}

/** The phone menu: pages, and help in the messaging app, or the dashboard and Log out elsewhere. */
export const Drawer = ({ node, isMiniApp, onClose }: DrawerProps) => {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const closeOutside = (event: MouseEvent) => {
    if (event.target === event.currentTarget) onClose();
  };
  return (
    <dialog ref={element} className={styles.drawer} aria-label="Menu" onClose={onClose} onPointerDown={closeOutside}>
      <div className={styles.box}>
        <div className={styles.head}>
          <h2>Menu</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        {node.name === "in" && (
          <p className={styles.who} title={node.info.username}>
            <Avatar seed={node.info.nodeId} size={36} {...(node.info.avatar !== null && { image: node.info.avatar })} />
            {shortenName(node.info.username)}
          </p>
        )}
        <nav aria-label="Menu">
          {[...mainPlaces, ...(isMiniApp ? helpPlaces : [])].map((place) => (
            <PlaceLink key={place.to} place={place} onClick={onClose}>
              <Icon name={place.icon} size={20} />
              {place.label}
            </PlaceLink>
          ))}
        </nav>
        <div className={styles.foot}>
          {node.name === "out" && <ConnectButton wide />}
          {!isMiniApp && (
            <LinkButton wide icon={dashboardPlace.icon} to={dashboardPlace.to}>
              {dashboardPlace.label}
            </LinkButton>
          )}
          {node.name === "in" && !isMiniApp && (
            <Button wide icon="logout" onClick={() => void logOut()}>
              Log out
            </Button>
          )}
        </div>
      </div>
    </dialog>
  );
};
