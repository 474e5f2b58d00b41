/** Constants of gateways and IPNS names. */

export const ipnsNameMax = 64;
export const ipnsNamesPerTeam = 100;
export const ipnsValueMax = 1024;
export const ipnsLifetimeDaysMax = 365;
/** What the dashboard offers, in days. */
export const ipnsLifetimes = [1, 30, 90, 180] as const;
/** How long others may keep what one of our names leads to. */
export const ipnsTtlSeconds = 60;
/** Names that lead to names that lead to names … */
export const ipnsRecursionMax = 8;
/** IPNS's own limit. */
export const ipnsRecordBytesMax = 10 * 1024;
/** Records of names that are not ours. */
export const ipnsRecordsKept = 10_000;
