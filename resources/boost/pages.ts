/** Boost: open to anyone, phone first, with a look of its own; it also runs inside the messaging app. */
import { definePage } from "../define.ts";

const inBoost = { group: "Boost", login: false, assistant: false } as const;
export const boost = definePage({
  ...inBoost,
  name: "boost",
  path: "/boost",
  title: "Boost",
  keywords: ["points", "node", "collect", "rewards", "tasks", "invite"],
});
export const boostLeaderboard = definePage({
  ...inBoost,
  name: "boost-leaderboard",
  path: "/boost/leaderboard",
  title: "Leaderboard",
});
export const boostExplore = definePage({
  ...inBoost,
  name: "boost-explore",
  path: "/boost/explore",
  title: "Explore",
});
/** A node to be explored. */
export const boostExplored = definePage({
  ...inBoost,
  name: "boost-explored",
  path: "/boost/explore/{id}",
  title: "Explore",
});
export const boostSpin = definePage({ ...inBoost, name: "boost-spin", path: "/boost/spin", title: "Withdraw" });
export const boostPartner = definePage({ ...inBoost, name: "boost-partner", path: "/boost/partner", title: "Mining" });

/** The messaging app around Boost's mini app, for a cloud on one machine. */
export const emulator = definePage({
  name: "emulator",
  path: "/dev/emulator",
  assistant: false,
  title: "Messaging app",
  group: "Development",
  development: true,
  menu: { section: "Development", icon: "phone" },
  keywords: ["mini app", "emulator", "bot", "Telegram"],
});

export const boostPages = [boost, boostLeaderboard, boostExplore, boostExplored, boostSpin, boostPartner, emulator];
