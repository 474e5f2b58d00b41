/** Where one goes in Boost. */
import { pageHref } from "../../../../resources/href.ts";
import { boost, boostExplore, boostLeaderboard, boostPartner, boostSpin } from "../../../../resources/boost/pages.ts";
import { docs } from "../../../../resources/pages.ts";
import type { IconName } from "../../ui/icons.ts";

export interface BoostPlace {
  readonly label: string;
  readonly to: string;
  readonly icon: IconName;
  /** Who is signed out is sent to /login first. */
  readonly asksToSignIn?: boolean;
}

const home: BoostPlace = { label: "Home", to: pageHref(boost), icon: "home" };
const leaderboard: BoostPlace = {
  label: "Leaderboard",
  to: pageHref(boostLeaderboard),
  icon: "trophy",
  asksToSignIn: true,
};

/** In the top bar, and in a phone's drawer. */
export const mainPlaces: readonly BoostPlace[] = [home, leaderboard];
/** In a phone's bottom bar. */
export const phonePlaces: readonly BoostPlace[] = [
  home,
  { label: "Explore", to: pageHref(boostExplore), icon: "compass" },
  { label: "Spin", to: pageHref(boostSpin), icon: "refresh" },
  { label: "Mining", to: pageHref(boostPartner), icon: "bolt" },
  leaderboard,
];
/** In the drawer of the mini app. */
export const faq: BoostPlace = { label: "FAQ", to: pageHref(docs, { name: "boost" }), icon: "info" };
