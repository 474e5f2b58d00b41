/** Constants of the dashboard's rewards. Boost's are in resources/boost/limits.ts. */

/** Rewards points per invitee who activates the account. */
export const invitationPoints = 50;
/** Maximum number of rewarded invitees; further ones earn no points. */
export const rewardedInvitationsMax = 200;
export const invitationsPageSize = 10;

/** Seconds a linked page must stay open before its points can be collected. */
export const linkStaySeconds = 10;
/** Limits of operators' tasks. */
export const linkTasksMax = 100;
export const taskTitleMax = 60;
export const taskTextMax = 200;
export const taskPointsMax = 100_000;

export const questTitleMax = 80;
export const questTextMax = 600;
export const questPointsMax = 100_000;
export const questCodeMax = 64;
export const questGoalMax = 1_000_000;
export const questsMax = 100;
/** How long an ended quest stays visible. */
export const endedQuestSeconds = 30 * 86_400;
export const rewardLinkMax = 500;

/** Default number of changelog entries when it can't be counted. */
export const changelogCountDefault = 30;
