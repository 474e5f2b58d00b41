/** Constants of tasks, signs, projects and airdrops. Points are whole. */
const daySeconds = 86_400;

/** Whole UTC days since 1970. */
export const dayOf = (seconds: number): number => Math.floor(seconds / daySeconds);
export const dayStart = (day: number): number => day * daySeconds;

/** How long a sign raises the rate, from the moment it is made. */
export const signSeconds = daySeconds;
/** Days of signing that are shown at a time; the rate of a sign with LAND grows for as long. */
export const signDaysShown = 7;

/** Wrong words and codes that a node may try in a day (UTC). */
export const guessesPerDay = 20;
export const exchangeAccountReward = 100;

export const taskNameMax = 80;
export const taskTextMax = 300;
export const taskLinkMax = 500;
/** The largest rewards of a task: points, points per hour, spins. */
export const taskRewardMax = { points: 1_000_000, rate: 1000, spin: 100 } as const;
export const taskWaitMax = daySeconds;
/** What a task taken on trust asks for unless its operator says otherwise: seconds between opening and claiming. */
export const taskWaitDefault = 15;
export const taskAddressesMax = 100_000;
export const taskSecretMax = 200;
