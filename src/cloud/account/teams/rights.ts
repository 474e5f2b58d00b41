/** Members' rights on the server: see resources/account/teams/grants.ts for the rules. */
import { accessCodes, accessNames, type AccessCode } from "../../../../resources/declare/access.ts";
import { beyondOwn, type Giver, type Grant } from "../../../../resources/account/teams/grants.ts";

export interface Manager extends Giver {
  readonly personId: string;
}

/** Normalizes a grant: each code once, in product order; levels of those codes only. */
export const tidyGrant = ({ access, levels }: Grant): Grant => ({
  access: accessCodes.filter((code) => access.includes(code)),
  levels: Object.fromEntries(Object.entries(levels).filter(([code]) => access.includes(code as AccessCode))),
});

/** Returns why a user can't grant this; undefined if allowed. */
export const refusalToGive = (manager: Giver, before: Grant, after: Grant): string | undefined => {
  const beyond = beyondOwn(manager, before, after);
  return beyond.length === 0 ? undefined : accessBeyondOwn(namesOf(beyond));
};

export const accessBeyondOwn = (sections: string): string =>
  `You can grant only access that you have. Only the owner can grant member management: ${sections}.`;

/** Formats sections: "Hosting, Storage and Billing". */
export const namesOf = (codes: readonly AccessCode[]): string => {
  const names = codes.map((code) => accessNames[code]);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`;
};
