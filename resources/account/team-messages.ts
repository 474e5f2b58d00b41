/** Team messages to members. Written by the server only, so kept apart from messages.ts, which every screen loads. */
export const teamMessages = {
  invitedToTeam: "{team} invites you to join the team.",
  removedFromTeam: "{team} removed your account from the team.",
  teamDisbanded: "{team} has disbanded. You are no longer a member.",
  editAccessGranted: "{team} gave your account edit access to {sections}.",
  joinedToRead: "{team} gave you read-only access.",
} as const;
