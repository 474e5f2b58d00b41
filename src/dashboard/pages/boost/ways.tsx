import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { boostExplore, boostLeaderboard, boostPartner, boostSpin } from "../../../../resources/boost/pages.ts";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import { GuardedLink } from "../boost-frame/guarded-link.tsx";
import styles from "./home.module.css";

interface Way {
  readonly title: string;
  readonly text: string;
  readonly icon: IconName;
  readonly to: string;
}

const ways: readonly Way[] = [
  { title: "Explore", text: "Collect unclaimed points", icon: "compass", to: pageHref(boostExplore) },
  { title: "Spin", text: "Win points and USDT", icon: "refresh", to: pageHref(boostSpin) },
  { title: "Mining", text: "Stake to raise your rate", icon: "bolt", to: pageHref(boostPartner) },
];

/** The other pages of Boost. */
export const Ways = () => (
  <nav className={styles.ways} aria-label="More of Boost">
    {ways.map((way) => (
      <Link key={way.to} to={way.to}>
        <Face {...way} />
      </Link>
    ))}
    <GuardedLink to={pageHref(boostLeaderboard)}>
      <Face icon="trophy" title="Leaderboard" text="See your rank" />
    </GuardedLink>
  </nav>
);

const Face = ({ icon, title, text }: Omit<Way, "to">) => (
  <>
    <Icon name={icon} size={24} />
    <strong>{title}</strong>
    <span>{text}</span>
  </>
);
