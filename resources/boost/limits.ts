/** Constants of Boost. Points are whole unless noted; LAND is whole. */
export const boostBase = {
  /** In the messaging app, and in a browser. */
  tg: { rate: 10, capacity: 100 },
  web: { rate: 30, capacity: 300 },
} as const;
export const boostStages = ["storage", "compute", "network"] as const;
export type BoostStage = (typeof boostStages)[number];
/** Price and effect of a stage. */
export const boostStage = { land: 1_000_000n, rate: 100, capacity: 2500 } as const;

const daySeconds = 86_400;
export const boostInvite = { rate: 10, seconds: daySeconds } as const;
export const boostTask = { rate: 5, seconds: daySeconds } as const;
/**
 * Days (UTC) on which an invitee must collect points to count for milestones, spins and airdrop shares. An activated account or a first
 * deposit counts immediately.
 */
export const inviteeCollectDays = 5;
export const inviteeRule = `A friend counts once they activate, deposit, or collect on ${inviteeCollectDays} days.`;
/** Invitee milestones and their rewards in points. */
export const inviteMilestones = [2, 5, 10] as const;
export const inviteMilestonePoints = { 2: 200, 5: 500, 10: 1000 } as const;
export const dailySignLand = 50_000n;

export const boostCards = {
  capacity: { land: 50_000n, brings: 100 },
  explore: { land: 2000n, brings: 1 },
  /** Seconds from the purchase; replaces any remaining protection. */
  protect: { land: 20_000n, brings: daySeconds },
} as const;
export type BoostCard = keyof typeof boostCards;
export const boostCardsAtOnce = 100;

/** Free explorations per node and day (UTC), and seconds until an exploration expires. */
export const explorationsPerDay = 3;
export const explorationSeconds = 3600;
export const explorePerMille = { least: 50, most: 500 } as const;
/** Leading zero bits a captcha's proof of work requires, and its validity in seconds. */
export const captchaBits = 16;
export const captchaSeconds = 300;

export const spinEverySeconds = daySeconds;
/** Spins per node in that period; each counting invitee adds one. */
export const spinsPerPeriod = 1;
/** US dollars ×1e6 for 100 points. */
export const usdPer100Points = 100_000n;
export const withdrawTonMin = "0.02";
/** Withdrawals above this sum in US dollars, or this number per day, are reviewed first. */
export const withdrawUsdUnseen = 5;
/** Total paid to all nodes within 24 hours before every further withdrawal is reviewed, in US dollars. */
export const withdrawUsdUnseenOfAll = 200;
export const withdrawalsPerDay = 3;
export const leaderboardSize = 500;
export const mysteryMax = 200;
/** Calls per minute a node may make of each call by default, and how many nodes share one network address. */
export const boostCallsPerMinute = 120;
export const boostNodesPerAddress = 10;
