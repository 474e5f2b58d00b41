/** Limits of access keys and of signatures, each with its unit. */
const HOUR_SECONDS = 3600;
const MINUTE_MS = 60_000;

/** The only region; clients can name any. */
export const s3Region = "eu-west-2";
export const accessKeysPerTeam = 10;
export const accessKeyNameMax = 60;
/** Maximum length of a bucket name or prefix. */
export const accessKeyScopeMax = 1024;
/** Buckets, and prefixes, to which a key can be limited. */
export const accessKeyScopesMax = 100;
/** Validity of credentials with a session token. */
export const sessionKeySeconds = 12 * HOUR_SECONDS;
/** Per user and team; another one ends the oldest. */
export const sessionKeysPerPerson = 1000;
/** Active share links per user and team. */
export const sharedLinksPerPerson = 1000;
/** Maximum validity of a share link. */
export const shareLinkSecondsMax = 365 * 24 * HOUR_SECONDS;
/** Maximum clock difference of a signed request. */
export const clockSkewMs = 15 * MINUTE_MS;
/** Maximum validity of a presigned URL. */
export const presignedSecondsMax = 7 * 24 * HOUR_SECONDS;
