/** Access as one choice for each section. */
import { accessCodes, accessNames, type AccessCode } from "../../../../resources/access.ts";
import type { AccessLevel, Levels } from "../../../../resources/account/levels.ts";

export interface Grant {
  readonly access: readonly AccessCode[];
  readonly levels: Levels;
}

export type Choice = "none" | AccessLevel;
export const choices: readonly Choice[] = ["none", "read", "manage"];

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

export const isFull = (grant: Grant): boolean => accessCodes.every((code) => choiceOf(grant, code) === "manage");

export const sameGrant = (one: Grant, other: Grant): boolean =>
  accessCodes.every((code) => choiceOf(one, code) === choiceOf(other, code));

/** Access that can be granted: everything by the owner, up to their own access by others, never the members section. */
export interface Giver extends Grant {
  readonly isOwner: boolean;
}

/** Returns whether the granting user can choose this. Access the member already has can be kept. */
export const mayGive = (giver: Giver, before: Grant, code: AccessCode, choice: Choice): boolean => {
  if (giver.isOwner || rank(choice) <= rank(choiceOf(before, code))) return true;
  return code !== "MEMBER" && rank(choice) <= rank(choiceOf(giver, code));
};

const rank = (choice: Choice): number => choices.indexOf(choice);

/** Formats "Hosting", "Storage (read)" …, in product order. */
export const grantLabel = (grant: Grant): string[] =>
  accessCodes
    .filter((code) => choiceOf(grant, code) !== "none")
    .map((code) => accessNames[code] + (choiceOf(grant, code) === "read" ? " (read)" : ""));
