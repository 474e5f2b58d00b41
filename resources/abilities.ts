/** Who may do what, derived from the declarations. The drawer, the buttons and the server ask the same rules. */
import { AbilityBuilder, createMongoAbility, type MongoAbility } from "@casl/ability";
import { accessCodes, type AccessCode } from "./access.ts";
import type { Page, Resource, Verb } from "./define.ts";
import { errors } from "./messages.ts";

export type Ability = MongoAbility<[Verb | "manage", string]>;

export interface Membership {
  readonly type: "INDIVIDUAL" | "COLLABORATION";
  readonly status: "NORMAL" | "DISABLED";
  readonly access: readonly AccessCode[];
}

interface Declared {
  readonly resources: readonly Resource[];
  readonly pages: readonly Page[];
}

/**
 * An owner (INDIVIDUAL) may do everything. A member may do what a resource's `members` lists once the team's access
 * holds its code; what has no code is open to full-access members only. A disabled membership sees no more than its
 * configuration page.
 */
export const abilityFor = (membership: Membership, declared: Declared): Ability => {
  const { can, cannot, build } = new AbilityBuilder<Ability>(createMongoAbility);
  if (membership.type === "INDIVIDUAL") can("manage", "all");
  else allowMember(membership, declared, can);
  if (membership.status === "DISABLED") {
    cannot("manage", "all").because(errors.TEAM_DISABLED.message);
    can("show", "account-config");
  }
  return build();
};

const allowMember = (
  { access }: Membership,
  { resources, pages }: Declared,
  can: AbilityBuilder<Ability>["can"],
): void => {
  const full = accessCodes.every((code) => access.includes(code));
  const opened = (code: AccessCode | undefined) => (code === undefined ? full : access.includes(code));
  for (const resource of resources) {
    if (opened(resource.access)) can([...(resource.members ?? (["manage"] as const))], resource.name);
  }
  for (const page of pages) {
    if (page.access === undefined || opened(page.access)) can("show", page.name);
  }
};
