/** Members' access as one choice for each section, and who can grant it: see docs/decisions/account/015-who-may-manage-members.md. */
import { accessCodes, type AccessCode } from "../../declare/access.ts";
import type { AccessLevel, Levels } from "./levels.ts";

export interface Grant {
  readonly access: readonly AccessCode[];
  readonly levels: Levels;
}

/** A user who grants access. */
export interface Giver extends Grant {
  readonly isOwner: boolean;
}

export type Choice = "none" | AccessLevel;
export const choices: readonly Choice[] = ["none", "read", "manage"];
const rank = (choice: Choice): number => choices.indexOf(choice);

export const noAccess: Grant = { access: [], levels: {} };
/** All eight codes with manage access. */
export const fullAccess: Grant = { access: accessCodes, levels: {} };

export const choiceOf = ({ access, levels }: Grant, code: AccessCode): Choice =>
  access.includes(code) ? (levels[code] ?? "manage") : "none";

/** Returns the grant with another choice for one section. Manage needs no level. */
export const withChoice = (grant: Grant, code: AccessCode, choice: Choice): Grant => {
  const chosen = (one: AccessCode): Choice => (one === code ? choice : choiceOf(grant, one));
  return {
    access: accessCodes.filter((one) => chosen(one) !== "none"),
    levels: Object.fromEntries(accessCodes.filter((one) => chosen(one) === "read").map((one) => [one, "read"])),
  };
};

/** Returns the codes with manage access in `after` but not in `before`. */
export const newlyManaged = (before: Grant, after: Grant): AccessCode[] =>
  accessCodes.filter((code) => choiceOf(after, code) === "manage" && choiceOf(before, code) !== "manage");

/**
 * Returns whether a user can grant this choice: the owner everything, others up to their own access, and never member management.
 * Access that the member already has can be kept.
 */
export const mayGive = (giver: Giver, before: Grant, code: AccessCode, choice: Choice): boolean => {
  if (giver.isOwner || rank(choice) <= rank(choiceOf(before, code))) return true;
  return code !== "MEMBER" && rank(choice) <= rank(choiceOf(giver, code));
};

/** Returns the codes in `after` that the user can't grant. */
export const beyondOwn = (giver: Giver, before: Grant, after: Grant): AccessCode[] =>
  accessCodes.filter((code) => !mayGive(giver, before, code, choiceOf(after, code)));

/** Returns why a member manager can't change a membership; undefined if allowed. */
export const refusalToChange = (
  { isOwner }: Pick<Giver, "isOwner">,
  { access, isSelf }: Pick<Grant, "access"> & { readonly isSelf: boolean },
): "OWN_MEMBERSHIP" | "OWNER_ONLY" | undefined => {
  if (isOwner) return undefined;
  if (isSelf) return "OWN_MEMBERSHIP";
  return access.includes("MEMBER") ? "OWNER_ONLY" : undefined;
};
