import { Icon } from "../../ui/icon.tsx";
import styles from "./bottom-bar.module.css";
import { phonePlaces } from "./places.ts";
import { PlaceLink } from "./place-link.tsx";

/** A phone's way through Boost, within reach of the thumb. */
export const BottomBar = () => (
  <nav className={styles.bar} aria-label="Pages of Boost">
    {phonePlaces.map((place) => (
      <PlaceLink key={place.to} place={place}>
        <Icon name={place.icon} size={20} />
        {place.label}
      </PlaceLink>
    ))}
  </nav>
);
