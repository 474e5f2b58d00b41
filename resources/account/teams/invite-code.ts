/** Codes of invite links: users' own codes are shorter than those of team invitations. */

/** 119 bits: the code grants access to a team. */
export const teamCodeLength = 24;

/** Returns whether the code of an invite link has the form of a team's invitation. */
export const isTeamCode = (code: string): boolean => code.trim().length === teamCodeLength;
