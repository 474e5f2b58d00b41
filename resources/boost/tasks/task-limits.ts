/** Constants of tasks, sign-ins, projects and airdrops. Points are whole. */
const daySeconds = 86_400;

/** Whole UTC days since 1970. */
export const dayOf = (seconds: number): number => Math.floor(seconds / daySeconds);
export const dayStart = (day: number): number => day * daySeconds;

/** A sign-in raises the rate until the end of the following day. */
export const signDays = 2;
/** Sign-in days shown at a time; the rate with LAND grows for as many days. */
export const signDaysShown = 7;
/** Days of the calendar of sign-ins: five weeks. */
export const signCalendarDays = 35;
/** Hour (UTC) from which users who have not signed in are reminded that their streak ends, and the shortest such streak in days. */
export const streakReminder = { hour: 18, days: 2 } as const;

/** Wrong words and codes a node may try per day (UTC). */
export const guessesPerDay = 20;
export const exchangeAccountReward = 100;

export const taskNameMax = 80;
export const taskTextMax = 300;
export const taskLinkMax = 500;
/** Maximum rewards of a task: points, points per hour, spins. */
export const taskRewardMax = { points: 1_000_000, rate: 1000, spin: 100 } as const;
export const taskWaitMax = daySeconds;
/** Default seconds between opening and claiming an unverified task. */
export const taskWaitDefault = 15;
export const taskAddressesMax = 100_000;
export const taskSecretMax = 200;
