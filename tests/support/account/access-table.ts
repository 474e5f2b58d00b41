/** Builds the table of who can do what from the declarations, as in docs/reference/access*.md; a test compares them. */
import { abilityFor, type Ability, type Membership } from "../../../resources/declare/abilities.ts";
import { accessCodes, type AccessCode } from "../../../resources/declare/access.ts";
import type { CallSpec, Page, Resource, Verb } from "../../../resources/declare/define.ts";
import { everyCall } from "../../../resources/declare/endpoints.ts";

export interface Declared {
  readonly resources: readonly Resource[];
  readonly pages: readonly Page[];
  readonly calls: readonly CallSpec[];
}

const member = (rules: Partial<Membership>): Membership => ({
  type: "COLLABORATION",
  status: "NORMAL",
  access: accessCodes,
  ...rules,
});

/** Read-only access to every section. */
export const readLevels = Object.fromEntries(accessCodes.map((code) => [code, "read"])) as Record<AccessCode, "read">;

/** Memberships with different abilities, in the order of the table's columns. */
export const memberships = {
  owner: member({ type: "INDIVIDUAL", access: [] }),
  manages: member({}),
  reads: member({ levels: readLevels }),
  without: member({ access: [] }),
  disabled: member({ status: "DISABLED" }),
} as const satisfies Record<string, Membership>;

export type Actor = keyof typeof memberships;
export const actors = Object.keys(memberships) as Actor[];

/** A permission: to see a page, or a resource's verb with the calls it opens. */
export interface Permission {
  readonly subject: string;
  readonly verb: Verb;
  readonly title: string;
  readonly access: AccessCode | undefined;
  readonly operator: boolean;
  readonly calls: readonly CallSpec[];
}

const verbs: readonly Verb[] = ["list", "show", "create", "edit", "delete"];

/** Lists every permission, resources before pages, in the registry's order. */
export const permissionsOf = (declared: Declared): Permission[] => {
  const calls = everyCall(declared);
  const callsFor = (subject: string, verb: Verb, own?: string) =>
    calls.filter(({ can, call }) => (Array.isArray(can) && can[0] === verb && can[1] === subject) || call === own);
  return [
    ...declared.resources.flatMap(({ name, title, access, routes, operator = false, permission, calls: own }) =>
      (permission === undefined ? verbs : [])
        .map((verb) => ({ subject: name, verb, title, access, operator, calls: callsFor(name, verb, own[verb]) }))
        .filter((deed) => deed.calls.length > 0 || routes[deed.verb] !== undefined),
    ),
    ...declared.pages
      .filter(({ login }) => login !== false)
      .map(({ name, title, access, operator = false }) => ({
        subject: name,
        verb: "show" as const,
        title,
        access,
        operator,
        calls: callsFor(name, "show"),
      })),
  ];
};

export const abilities = (declared: Declared): Record<Actor, Ability> =>
  Object.fromEntries(actors.map((actor) => [actor, abilityFor(memberships[actor], declared)])) as Record<
    Actor,
    Ability
  >;

/** The generated pages of docs/reference, by file name. */
export const accessDocuments = (declared: Declared): Readonly<Record<string, string>> => {
  const permissions = permissionsOf(declared);
  const ability = abilities(declared);
  const operator = abilityFor({ ...memberships.owner, operator: true }, declared);
  const mark = (allowed: boolean) => (allowed ? "yes" : "–");
  const rows = permissions.map(({ subject, verb, title, access }) => [
    title,
    verb,
    access ?? "",
    ...actors.map((actor) => mark(ability[actor].can(verb, subject))),
    mark(operator.can(verb, subject)),
  ]);
  const behind = permissions
    .filter(({ calls }) => calls.length > 0)
    .map(({ title, verb, calls }) => `- ${title}, ${verb}: ${calls.map(named).join(", ")}`)
    .join("\n");
  const callsBy = (can: CallSpec["can"]) =>
    everyCall(declared)
      .filter((spec) => spec.can === can)
      .map(({ call, summary, fresh }) => `- \`${call}\`: ${summary}${fresh === undefined ? "" : asksForSignature}`)
      .join("\n");
  const page = (...parts: readonly string[]): string => [...parts, ""].join("\n\n");
  return {
    "access.md": page(
      introduction,
      table(["Page", "Action", "Access code", "Owner", "Manages", "Reads", "Without", "Disabled", "Operator"], rows),
    ),
    "access-calls.md": page(callsIntroduction, behind),
    "access-user-calls.md": page(
      "# Calls of users and Boost nodes",
      "The calls of every signed-in user and every Boost node, in addition to [the calls of a team](access-calls.md).",
      "## Every signed-in user",
      "Members whose membership is disabled can make these calls too, because they concern the user and not the team.",
      callsBy("person"),
      "## A Boost node",
      "These calls need the token of the node, which signed-in users get for their own node. The token opens no other calls.",
      callsBy("node"),
    ),
    "access-other-calls.md": page(
      "# Calls of operators and visitors",
      "The calls reserved for operators, and those that need no sign-in.",
      "## Operators",
      "For all other users these calls don't exist: they answer 404.",
      callsBy("operator"),
      "## Anyone",
      "These calls need no token.",
      callsBy("anyone"),
    ),
  };
};

const named = ({ call, fresh }: CallSpec): string => `\`${call}\`${fresh === undefined ? "" : " (fresh signature)"}`;

const asksForSignature = " Needs a fresh signature.";

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const introduction = `# Access

What owners, members and operators can do on each page.

The menu, the buttons and the server follow the same declarations in \`resources/\`. This table is generated from them.
\`tests/contract/account/access.test.ts\` compares it with the server's answers, and \`tests/e2e/account/access.test.ts\` with the screens.

- **Owner**: the team's owner.
- **Manages**: a member with all eight access codes at the level manage.
- **Reads**: a member with all eight access codes at the level read.
- **Without**: a member without access codes.
- **Disabled**: a member whose membership is disabled.
- **Operator**: an owner who is listed in \`OPERATORS\`.

An **access code** opens its section only: with the code, a member has the rights of "Manages" or "Reads"; without it, of "Without". Pages without
an access code are open to members who have all eight. Members of another team get 404 for any ID of this team. Requests without a valid
token get 401, except for [calls that anyone can make](access-other-calls.md#anyone).

[Calls by page](access-calls.md) lists the calls behind each line.`;

const callsIntroduction = `# Calls by page

The API calls behind each line of [the access table](access.md).

**Fresh signature** means: later than five minutes after signing in, the call is refused with 428 until one of the user's wallets signs what it
does. See [Fresh signatures](../operate/security.md#fresh-signatures). The [API page](/docs/api) describes every call. \`$name\` stands
for \`/api/name\`: \`GET $hosting/project/{id}\` is \`GET /api/hosting/project/{id}\`.`;
