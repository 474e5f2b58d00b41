/** Rules for changing memberships: see docs/decisions/015-who-may-manage-members.md. */
import { accessCodes, accessNames, type AccessCode } from "../../../../resources/access.ts";
import type { AccessLevel, Levels } from "../../../../resources/account/levels.ts";
import type { ErrorCode } from "../../../../resources/errors.ts";
import { messages } from "../../../../resources/messages.ts";

/** A member's sections and levels. */
export interface Grant {
  readonly access: readonly AccessCode[];
  readonly levels: Levels;
}

export interface Manager extends Grant {
  readonly personId: string;
  readonly isOwner: boolean;
}

const ranks = { read: 1, manage: 2 } as const satisfies Record<AccessLevel, number>;
export const nothing: Grant = { access: [], levels: {} };

/** Normalizes a grant: each code once, in product order; levels of those codes only. */
export const tidyGrant = ({ access, levels }: Grant): Grant => ({
  access: accessCodes.filter((code) => access.includes(code)),
  levels: Object.fromEntries(Object.entries(levels).filter(([code]) => access.includes(code as AccessCode))),
});

/** Returns the codes with more access in `after` than in `before`. */
export const widened = (before: Grant, after: Grant): AccessCode[] =>
  after.access.filter((code) => rankOf(after, code) > rankOf(before, code));

/** Returns the codes with manage access in `after` but not in `before`. */
export const newlyManaged = (before: Grant, after: Grant): AccessCode[] =>
  widened(before, after).filter((code) => rankOf(after, code) === ranks.manage);

/**
 * Returns why members can't grant this: no more than their own access, and only the owner grants member management.
 * undefined if allowed.
 */
export const refusalToGive = (manager: Manager, before: Grant, after: Grant): string | undefined => {
  if (manager.isOwner) return undefined;
  const beyond = widened(before, after).filter(
    (code) => code === "MEMBER" || rankOf(after, code) > rankOf(manager, code),
  );
  return beyond.length === 0 ? undefined : messages.accessBeyondOwn.replace("{codes}", namesOf(beyond));
};

/** Returns why a member manager can't change a membership; undefined if allowed. */
export const refusalToTouch = (
  manager: Manager,
  place: Grant & { readonly personId: string | null },
): ErrorCode | undefined => {
  if (manager.isOwner) return undefined;
  if (place.personId === manager.personId) return "OWN_MEMBERSHIP";
  return place.access.includes("MEMBER") ? "OWNER_ONLY" : undefined;
};

/** Formats sections: "Hosting, Storage and Billing". */
export const namesOf = (codes: readonly AccessCode[]): string => {
  const names = codes.map((code) => accessNames[code]);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`;
};

const rankOf = ({ access, levels }: Grant, code: AccessCode): number =>
  access.includes(code) ? ranks[levels[code] ?? "manage"] : 0;
