/** Constants of gateways and IPNS names. */

export const gatewayNameMin = 6;
export const gatewayNameMax = 20;
export const gatewaysPerTeam = 20;
export const gatewayOriginsMax = 100;
export const gatewayUserAgentsMax = 20;
/** Maximum length of an origin, user agent or default page, in characters. */
export const gatewayRuleMax = 300;
export const gatewayPageMax = 1024;
export const gatewayRateMax = 1_000_000;
export const gatewayAnalyticsDays = 90;
/** Rows per table, and values stored per kind and day; the rest is counted together. */
export const gatewayTopShown = 10;
export const gatewayTopKept = 200;

export const ipnsNameMax = 64;
export const ipnsNamesPerTeam = 100;
export const ipnsValueMax = 1024;
export const ipnsLifetimeDaysMax = 365;
/** Lifetimes that the dashboard offers, in days. */
export const ipnsLifetimes = [1, 30, 90, 180] as const;
/** How long others can cache the target of a name on this server. */
export const ipnsTtlSeconds = 60;
/** Maximum depth of names that point to names. */
export const ipnsRecursionMax = 8;
/** IPNS's own limit. */
export const ipnsRecordBytesMax = 10 * 1024;
/** Maximum number of cached records of other servers' names. */
export const ipnsRecordsKept = 10_000;
