/** Messages about teams, kept apart from messages.ts, which every screen loads. */

/** Written by the server only. */
export const teamMessages = {
  invitedToTeam: "{team} invites you to join the team.",
  removedFromTeam: "{team} removed your account from the team.",
  teamDisbanded: "{team} has disbanded. You are no longer a member.",
  editAccessGranted: "{team} gave your account edit access to {sections}.",
  joinedToRead: "{team} gave you read-only access.",
} as const;

/** Shown to users who work in another user's team. */
export const memberMessages = {
  noAccess: "You don't have access to {screen} in {team}. Ask the owner for access.",
  readOnly: "You have read-only access in {team}.",
  operatorsOnly: "Only operators can open this page.",
  membersReadOnly: "You have read-only access to members. Ask a member manager to invite users or change access.",
  switchToOwner: "Switch to the owner account and show relevant content?",
  switchTip: "Switch your owner account and member account here",
} as const;
