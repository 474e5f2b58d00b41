/** The one readable table of who may do what, made from the declarations. docs/access.md holds it; a test compares. */
import { abilityFor, type Ability, type Membership } from "../../resources/abilities.ts";
import { accessCodes, type AccessCode } from "../../resources/access.ts";
import type { CallSpec, Page, Resource, Verb } from "../../resources/define.ts";
import { everyCall } from "../../resources/endpoints.ts";

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

/** Reads every section and changes none. */
export const readLevels = Object.fromEntries(accessCodes.map((code) => [code, "read"])) as Record<AccessCode, "read">;

/** Those whose ability differs, in the order of the table's columns. */
export const memberships = {
  owner: member({ type: "INDIVIDUAL", access: [] }),
  manages: member({}),
  reads: member({ levels: readLevels }),
  without: member({ access: [] }),
  disabled: member({ status: "DISABLED" }),
} as const satisfies Record<string, Membership>;

export type Actor = keyof typeof memberships;
export const actors = Object.keys(memberships) as Actor[];

/** One thing that may be done: to see a page, or a verb of a resource with the calls it opens. */
export interface Deed {
  readonly subject: string;
  readonly verb: Verb;
  readonly title: string;
  readonly access: AccessCode | undefined;
  readonly operator: boolean;
  readonly calls: readonly CallSpec[];
}

const verbs: readonly Verb[] = ["list", "show", "create", "edit", "delete"];

/** Everything that an ability is asked about, resources before pages, in the registry's order. */
export const deedsOf = (declared: Declared): Deed[] => {
  const calls = everyCall(declared);
  const callsFor = (subject: string, verb: Verb, own?: string) =>
    calls.filter(({ can, call }) => (Array.isArray(can) && can[0] === verb && can[1] === subject) || call === own);
  return [
    ...declared.resources.flatMap(({ name, title, access, routes, operator = false, calls: own }) =>
      verbs
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

/** docs/access.md. */
export const accessDocument = (declared: Declared): string => {
  const deeds = deedsOf(declared);
  const ability = abilities(declared);
  const operator = abilityFor({ ...memberships.owner, operator: true }, declared);
  const mark = (allowed: boolean) => (allowed ? "yes" : "–");
  const rows = deeds.map(({ subject, verb, title, access }) => [
    title,
    verb,
    access ?? "",
    ...actors.map((actor) => mark(ability[actor].can(verb, subject))),
    mark(operator.can(verb, subject)),
  ]);
  const behind = deeds
    .filter(({ calls }) => calls.length > 0)
    .map(({ title, verb, calls }) => `- ${title}, ${verb}: ${calls.map(({ call }) => `\`${call}\``).join(", ")}`)
    .join("\n");
  const callsBy = (can: CallSpec["can"]) =>
    everyCall(declared)
      .filter((spec) => spec.can === can)
      .map(({ call, summary }) => `- \`${call}\`: ${summary}`)
      .join("\n");
  return [
    introduction,
    table(["What", "Verb", "Access code", "Owner", "Manages", "Reads", "Without", "Disabled", "Operator"], rows),
    "## The calls behind each line",
    behind,
    "## What every signed-in person may do\n\nAlso members whose membership is disabled, since it is about the person and not the team.",
    callsBy("person"),
    "## What a node of Boost may do\n\nWith the token of the node, which a signed-in person gets for their own; no other token opens these calls, and it opens no others.",
    callsBy("node"),
    "## What only an operator may do\n\nTo everybody else these calls do not exist: they answer 404.",
    callsBy("operator"),
    "## What anyone may do",
    callsBy("anyone"),
    "",
  ].join("\n\n");
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const introduction = `# Who may do what

The drawer, the buttons and the server ask the same rules, which are derived from the declarations in \`resources/\`. This table is
made from them; \`tests/access.test.ts\` compares it with what a running cloud answers, and \`tests/e2e/access.test.ts\` with what
the screens show.

- **Owner**: of the team. **Manages**: a member with all eight access codes at the level manage. **Reads**: the same codes at the level
  read. **Without**: a member with none of them. **Disabled**: a member whose membership is disabled. **Operator**: an owner who also runs
  the cloud (setting \`OPERATORS\`).
- An **access code** opens its section and no other: with it a member is as "Manages" or "Reads" says, without it as "Without" says.
  What has none is open to members who have all eight.
- **Nobody signed in**, and who comes with a token of an ended session or of a team that one was removed from: 401 for all but the last list.
- **People of another team** have their own team's list; an id of this team answers 404 to them, as if it did not exist.`;
