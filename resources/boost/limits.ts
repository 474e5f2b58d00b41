/** Constants of Boost. Points are whole unless said; LAND is whole. */
export const boostBase = {
  /** In the messaging app, and in a browser of one's own. */
  tg: { rate: 10, capacity: 100 },
  web: { rate: 30, capacity: 300 },
} as const;
export const boostStages = ["storage", "compute", "network"] as const;
export type BoostStage = (typeof boostStages)[number];
/** What a stage costs, and brings. */
export const boostStage = { land: 1_000_000n, rate: 100, capacity: 2500 } as const;

const daySeconds = 86_400;
export const boostInvite = { rate: 10, seconds: daySeconds } as const;
export const boostTask = { rate: 5, seconds: daySeconds } as const;
/** Milestones of invited people, and what each brings in points. */
export const inviteMilestones = [2, 5, 10] as const;
export const inviteMilestonePoints = { 2: 200, 5: 500, 10: 1000 } as const;
export const dailySignLand = 50_000n;

export const boostCards = {
  capacity: { land: 50_000n, brings: 100 },
  explore: { land: 2000n, brings: 1 },
  /** Seconds, from the moment it is bought; it replaces what is left of another. */
  protect: { land: 20_000n, brings: daySeconds },
} as const;
export type BoostCard = keyof typeof boostCards;
export const boostCardsAtOnce = 100;

/** Explorations that every node has a day (UTC), and how long the answer of one may wait for its collection, in seconds. */
export const explorationsPerDay = 3;
export const explorationSeconds = 3600;
export const explorePerMille = { least: 50, most: 500 } as const;
/** Leading zero bits that a captcha's proof of work asks for, and how long one holds, in seconds. */
export const captchaBits = 16;
export const captchaSeconds = 300;

export const spinEverySeconds = daySeconds;
/** Spins that every node has in that time; an invitee brings one more. */
export const spinsPerPeriod = 1;
/** US dollars ×1e6 for 100 points. */
export const usdPer100Points = 100_000n;
export const withdrawTonMin = "0.02";
/** Withdrawals above so many US dollars, or more than so many a day, are looked at by people first. */
export const withdrawUsdUnseen = 5;
/** What is paid to all nodes together within 24 hours before people look at each further one, in US dollars. */
export const withdrawUsdUnseenOfAll = 200;
export const withdrawalsPerDay = 3;
export const leaderboardSize = 500;
export const mysteryMax = 200;
/** How often a node may make any one call in a minute, unless the call says otherwise; and as how many nodes one network address counts. */
export const boostCallsPerMinute = 120;
export const boostNodesPerAddress = 10;
