/** Permissions derived from the declarations. The drawer, the buttons and the server use the same rules. */
import { Ability as RuleSet, AbilityBuilder } from "@casl/ability";
import { accessCodes, type AccessCode } from "./access.ts";
import type { Levels } from "../account/teams/levels.ts";
import type { Page, Resource, Verb } from "./define.ts";
import type { ErrorCode } from "./errors.ts";

export type Ability = RuleSet<[Verb | "manage", string]>;

export interface Membership {
  readonly type: "INDIVIDUAL" | "COLLABORATION";
  readonly status: "NORMAL" | "DISABLED";
  readonly access: readonly AccessCode[];
  readonly levels?: Levels;
  /** Whether the user is an operator. */
  readonly operator?: boolean;
}

const readingVerbs: readonly Verb[] = ["list", "show"];

interface Declared {
  readonly resources: readonly Resource[];
  readonly pages: readonly Page[];
}

/**
 * An owner (INDIVIDUAL) has full access. A member can use the verbs in a resource's `members` if the team's access includes its code,
 * limited to reading if the section's level says so. Resources without a code require full access. A disabled member sees only the
 * account settings. Operator resources are for operators only.
 */
export const abilityFor = (membership: Membership, declared: Declared): Ability => {
  const { can, cannot, build } = new AbilityBuilder<Ability>(RuleSet);
  if (membership.type === "INDIVIDUAL") can("manage", "all");
  else allowMember(membership, declared, can);
  for (const { name } of operatorsOnly(declared)) {
    if (membership.operator) can("manage", name);
    else cannot("manage", name);
  }
  if (membership.status === "DISABLED") {
    cannot("manage", "all").because("TEAM_DISABLED" satisfies ErrorCode);
    can("show", "account-config");
  }
  return build();
};

const operatorsOnly = ({ resources, pages }: Declared) => [...resources, ...pages].filter(({ operator }) => operator);

const allowMember = (
  { access, levels = {} }: Membership,
  { resources, pages }: Declared,
  can: AbilityBuilder<Ability>["can"],
): void => {
  const full = accessCodes.every((code) => access.includes(code));
  const opened = (code: AccessCode | undefined) => (code === undefined ? full : access.includes(code));
  /** Members who manage all sections also manage resources without a section. */
  const readsOnly = (code: AccessCode | undefined) =>
    code === undefined ? Object.values(levels).includes("read") : levels[code] === "read";
  for (const { name, access: code, members = ["manage"] as const, everyone = [] } of resources) {
    const allowed = opened(code) ? members : [];
    const verbs = readsOnly(code) ? readable(allowed) : allowed;
    const granted = [...verbs, ...everyone];
    if (granted.length > 0) can([...granted], name);
  }
  for (const page of pages) {
    const mayOpen = page.access === undefined || opened(page.access);
    if (mayOpen && !(page.manages && readsOnly(page.access))) can("show", page.name);
  }
};

/** The verbs of read-only access. */
const readable = (verbs: readonly (Verb | "manage")[]): readonly Verb[] =>
  verbs.includes("manage") ? readingVerbs : readingVerbs.filter((verb) => verbs.includes(verb));
