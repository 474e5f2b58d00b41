import { Icon } from "../../ui/icon.tsx";
import styles from "./bottom-bar.module.css";
import { phonePlaces } from "./places.ts";
import { PlaceLink } from "./place-link.tsx";

/** Bottom navigation on phones. */
export const BottomBar = () => (
  <nav className={styles.bar} aria-label="Boost pages">
    {phonePlaces.map((place) => (
      <PlaceLink key={place.to} place={place}>
        <Icon name={place.icon} size={20} />
        {place.label}
      </PlaceLink>
    ))}
  </nav>
);
