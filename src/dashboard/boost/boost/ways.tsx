import { Link } from "react-router";
import { boostExplore, boostLeaderboard, boostPartner, boostSpin } from "../../../../resources/boost/pages.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { GuardedLink } from "../boost-frame/place-link.tsx";
import styles from "./home.module.css";

interface Shortcut {
  readonly title: string;
  readonly text: string;
  readonly icon: IconName;
  readonly to: string;
}

const shortcuts: readonly Shortcut[] = [
  { title: "Explore", text: "Collect unclaimed points", icon: "compass", to: pageHref(boostExplore) },
  { title: "Withdraw", text: "Spin to win points and USDT", icon: "refresh", to: pageHref(boostSpin) },
  { title: "Mining", text: "Stake to raise your rate", icon: "bolt", to: pageHref(boostPartner) },
];

/** Links to the other Boost pages. */
export const Ways = () => (
  <nav className={styles.ways} aria-label="More Boost pages">
    {shortcuts.map((shortcut) => (
      <Link key={shortcut.to} to={shortcut.to}>
        <Face {...shortcut} />
      </Link>
    ))}
    <GuardedLink to={pageHref(boostLeaderboard)}>
      <Face icon="trophy" title="Leaderboard" text="See your rank" />
    </GuardedLink>
  </nav>
);

const Face = ({ icon, title, text }: Omit<Shortcut, "to">) => (
  <>
    <Icon name={icon} size={24} />
    <strong>{title}</strong>
    <span>{text}</span>
  </>
);
