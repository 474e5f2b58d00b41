/** Who may change whose place in a team: see docs/decisions/015-who-may-manage-members.md. */
import { accessCodes, accessNames, type AccessCode } from "../../../../resources/access.ts";
import type { AccessLevel, Levels } from "../../../../resources/account/levels.ts";
import type { ErrorCode } from "../../../../resources/errors.ts";
import { messages } from "../../../../resources/messages.ts";

/** Sections that are opened to a member, and how far. */
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

/** Each code once, in the order of the product; levels of those codes only. */
export const tidyGrant = ({ access, levels }: Grant): Grant => ({
  access: accessCodes.filter((code) => access.includes(code)),
  levels: Object.fromEntries(Object.entries(levels).filter(([code]) => access.includes(code as AccessCode))),
});

/** Codes with which a member may go further with `after` than with `before`. */
export const widened = (before: Grant, after: Grant): AccessCode[] =>
  after.access.filter((code) => rankOf(after, code) > rankOf(before, code));

/** Codes that a member may change with `after`, and could not with `before`. */
export const newlyManaged = (before: Grant, after: Grant): AccessCode[] =>
  widened(before, after).filter((code) => rankOf(after, code) === ranks.manage);

/** Nobody gives more than the own rights, and only the owner lets others manage members. undefined when it is fine. */
export const refusalToGive = (manager: Manager, before: Grant, after: Grant): string | undefined => {
  if (manager.isOwner) return undefined;
  const beyond = widened(before, after).filter(
    (code) => code === "MEMBER" || rankOf(after, code) > rankOf(manager, code),
  );
  return beyond.length === 0 ? undefined : messages.accessBeyondOwn.replace("{codes}", namesOf(beyond));
};

/** Why a manager may not touch somebody's place at all; undefined when it is fine. */
export const refusalToTouch = (
  manager: Manager,
  place: Grant & { readonly personId: string | null },
): ErrorCode | undefined => {
  if (manager.isOwner) return undefined;
  if (place.personId === manager.personId) return "OWN_MEMBERSHIP";
  return place.access.includes("MEMBER") ? "OWNER_ONLY" : undefined;
};

/** "Hosting, Storage and Billing" */
export const namesOf = (codes: readonly AccessCode[]): string => {
  const names = codes.map((code) => accessNames[code]);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`;
};

const rankOf = ({ access, levels }: Grant, code: AccessCode): number =>
  access.includes(code) ? ranks[levels[code] ?? "manage"] : 0;
