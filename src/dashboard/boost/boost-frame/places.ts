/** Boost navigation. */
import { pageHref } from "../../../../resources/declare/href.ts";
import {
  boost,
  boostAirdrop,
  boostExplore,
  boostLeaderboard,
  boostPartner,
  boostSpin,
} from "../../../../resources/boost/pages.ts";
import { overview } from "../../../../resources/pages.ts";
import type { IconName } from "../../ui/icons.ts";

export interface BoostPlace {
  readonly label: string;
  readonly to: string;
  readonly icon: IconName;
  /** Signed-out visitors go to /login first. */
  readonly asksToSignIn?: boolean;
}

const home: BoostPlace = { label: "Home", to: pageHref(boost), icon: "home" };
const leaderboard: BoostPlace = {
  label: "Leaderboard",
  to: pageHref(boostLeaderboard),
  icon: "trophy",
  asksToSignIn: true,
};

const airdrop: BoostPlace = { label: "Airdrop", to: pageHref(boostAirdrop), icon: "gift", asksToSignIn: true };

/** The way back to the dashboard; not shown in the messaging app. */
export const dashboardPlace: BoostPlace = { label: "Dashboard", to: pageHref(overview), icon: "overview" };

/** In the top bar and the phone menu. */
export const mainPlaces: readonly BoostPlace[] = [home, leaderboard, airdrop];
/** In the bottom bar on phones. */
export const phonePlaces: readonly BoostPlace[] = [
  home,
  { label: "Explore", to: pageHref(boostExplore), icon: "compass" },
  { label: "Withdraw", to: pageHref(boostSpin), icon: "refresh" },
  { label: "Mining", to: pageHref(boostPartner), icon: "bolt" },
  leaderboard,
];
