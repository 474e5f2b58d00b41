/** Constants of the rewards in the dashboard. Boost's points have constants of their own. */

/** Rewards points for each invited person who has activated the account. */
export const invitationPoints = 50;
/** So many invited people bring points; more may come, and bring none. */
export const rewardedInvitationsMax = 200;
export const invitationsPageSize = 10;
export const pointHistoryPageSize = 10;

/** How long a linked page is to be looked at before its points can be collected. */
export const linkStaySeconds = 10;
/** Tasks of an operator's own. */
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
/** A quest that has ended stays in view for as long. */
export const endedQuestSeconds = 30 * 86_400;
export const rewardLinkMax = 500;

/** Entries of the changelog where nobody could count them. */
export const changelogCountDefault = 30;
