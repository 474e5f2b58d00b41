/** Limits of access keys and of signatures, each with its unit. */
const HOUR_SECONDS = 3600;
const MINUTE_MS = 60_000;

/** The one region there is: clients may name any. */
export const s3Region = "eu-west-2";
export const accessKeysPerTeam = 10;
export const accessKeyNameMax = 60;
/** Buckets, and prefixes, to which a key can be limited. */
export const accessKeyScopesMax = 100;
/** How long credentials with a session token are good. */
export const sessionKeySeconds = 12 * HOUR_SECONDS;
/** Of one person in one team; another one ends the oldest. */
export const sessionKeysPerPerson = 1000;
/** Addresses of shared files that have not ended, of one person in one team. */
export const sharedLinksPerPerson = 1000;
/** A request may be signed by a clock that is off by so much. */
export const clockSkewMs = 15 * MINUTE_MS;
/** Longest life of a presigned address. */
export const presignedSecondsMax = 7 * 24 * HOUR_SECONDS;
