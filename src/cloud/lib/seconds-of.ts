/** Converts a date to Unix seconds, rounded down. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
