/** Constants of gateways and IPNS names. */

export const gatewayNameMin = 6;
export const gatewayNameMax = 20;
export const gatewaysPerTeam = 20;
export const gatewayOriginsMax = 100;
export const gatewayUserAgentsMax = 20;
/** Of one origin, user agent or default page, in characters. */
export const gatewayRuleMax = 300;
export const gatewayPageMax = 1024;
export const gatewayRateMax = 1_000_000;
export const gatewayAnalyticsDays = 90;
/** Rows of each of its tables, and values kept of a kind in a day: the rest is counted together. */
export const gatewayTopShown = 10;
export const gatewayTopKept = 200;

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
