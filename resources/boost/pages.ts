/** Boost pages: public, mobile first, with their own theme. They also run inside the messaging app. */
import { definePage } from "../declare/define.ts";

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
/** A node to explore. */
export const boostExplored = definePage({
  ...inBoost,
  name: "boost-explored",
  path: "/boost/explore/{id}",
  title: "Explore",
});
export const boostAirdrop = definePage({
  ...inBoost,
  name: "boost-airdrop",
  path: "/boost/airdrop",
  title: "Airdrop",
});
export const boostSpin = definePage({ ...inBoost, name: "boost-spin", path: "/boost/spin", title: "Withdraw" });
export const boostPartner = definePage({ ...inBoost, name: "boost-partner", path: "/boost/partner", title: "Mining" });

/** Emulator of the messaging app that runs the Boost mini app, for development. */
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

export const boostPages = [
  boost,
  boostLeaderboard,
  boostExplore,
  boostExplored,
  boostAirdrop,
  boostSpin,
  boostPartner,
  emulator,
];
