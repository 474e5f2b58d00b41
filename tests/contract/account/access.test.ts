/**
 * The access matrix: for each declared call and each kind of caller, the server answers as docs/reference/access.md
 * specifies.
 */
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { aliases } from "../../../resources/declare/aliases.ts";
import { calls } from "../../../resources/calls.ts";
import type { CallSpec } from "../../../resources/declare/define.ts";
import { everyCall, parseCall } from "../../../resources/declare/endpoints.ts";
import { pages, resources } from "../../../resources/index.ts";
import { abilities, accessDocuments, actors, permissionsOf, type Actor } from "../../support/account/access-table.ts";
import { teamOfActors, type ActingUser } from "../../support/account/actors.ts";
import { callerOf, type Call } from "../../support/server/api.ts";
import { formatMarkdown } from "../../support/markdown.ts";

const declared = { resources, pages, calls };
const reference = join(import.meta.dirname, "../../../docs/reference");
const every = everyCall(declared);

test.each(Object.entries(accessDocuments(declared)))(
  "docs/reference/%s matches the declarations",
  async (name, text) => {
    const path = join(reference, name);
    const fresh = await formatMarkdown(text);
    if (process.env.UPDATE_DOCUMENTS) await writeFile(path, fresh);
    expect(
      await readFile(path, "utf8"),
      "UPDATE_DOCUMENTS=1 npx vitest run tests/contract/account/access.test.ts",
    ).toBe(fresh);
  },
);

describe("for each declared call the server answers as in the table", () => {
  let call: Call;
  let users: Record<Actor | "stranger" | "revoked" | "removed" | "operator", ActingUser>;
  beforeAll(async () => {
    const team = await teamOfActors({ DEVELOPMENT_PAGES: "on" });
    call = callerOf(team.url);
    users = team.users;
  });

  /** Returns the status and error code of a call with made-up ids and an empty body. */
  const answer = async (spec: CallSpec, user: ActingUser | undefined) => {
    const { method, alias, path } = parseCall(spec.call);
    const url = aliases[alias] + path.replace(/\{\w+\}/g, randomUUID());
    const query = alias === "$auth" && user ? `?teamId=${user.teamId}` : "";
    const personal = alias === "$auth";
    const token = personal ? user?.session : user?.teamToken;
    const credential = spec.open ? { headers: { token: user?.authToken ?? "" } } : { token };
    const body = method === "GET" || spec.stream ? {} : { body: {} };
    const { status, body: envelope } = await call(`${method} ${url}${query}`, { ...credential, ...body });
    const code = spec.open ? (envelope as { readonly bcode?: string } | undefined)?.bcode : envelope?.code;
    return { status, code: String(code) };
  };
  const isRefused = ({ status }: { status: number }) => status === 401 || status === 403;

  test.each(actors)("%s", async (actor) => {
    const ability = abilities(declared)[actor];
    for (const { verb, subject, operator, calls: opened } of permissionsOf(declared)) {
      // Operator calls answer 404 instead; a separate test covers them.
      if (operator) continue;
      for (const spec of opened) {
        const allowed = ability.can(verb, subject) && !(spec.open && !mayDeploy(actor));
        const given = await answer(spec, users[actor]);
        expect(isRefused(given), `${spec.call} for ${actor}: ${given.status} ${given.code}`).toBe(!allowed);
      }
    }
  });

  test("every call of a team tells a disabled member that the membership is disabled", async () => {
    for (const spec of every.filter(({ can, open }) => Array.isArray(can) && !open)) {
      if (isOperators(spec)) continue;
      expect(await answer(spec, users.disabled), spec.call).toEqual({ status: 403, code: "TEAM_DISABLED" });
    }
  });

  test.each(["revoked", "removed"] as const)("a token of a %s user answers 401", async (who) => {
    for (const spec of every) {
      if (spec.can === "anyone") continue;
      // A removed member keeps the account; only the team's tokens are revoked.
      const isTeams = Array.isArray(spec.can) && !spec.call.includes(" $auth/");
      if (who === "removed" && !isTeams) continue;
      const { status } = await answer(spec, users[who]);
      expect(status, spec.call).toBe(401);
    }
  });

  test("without a token, every call except public ones answers 401", async () => {
    for (const spec of every) {
      const { status } = await answer(spec, undefined);
      if (spec.can === "anyone") expect(status, spec.call).not.toBe(403);
      else expect(status, spec.call).toBe(401);
    }
  });

  test("a member of another team, and a removed member, cannot name the team: 404", async () => {
    const { teamId } = users.owner;
    for (const spec of every.filter(({ can, call: line }) => Array.isArray(can) && line.includes(" $auth/"))) {
      for (const who of ["stranger", "removed"] as const) {
        expect(await answer(spec, { ...users[who], teamId }), spec.call).toEqual({ status: 404, code: "NOT_FOUND" });
      }
    }
  });

  test("operator calls answer 404 to other users, and work for operators", async () => {
    for (const spec of every.filter(({ can }) => can === "operator")) {
      expect(await answer(spec, users.owner), spec.call).toEqual({ status: 404, code: "NOT_FOUND" });
      expect(isRefused(await answer(spec, users.operator)), spec.call).toBe(false);
    }
  });

  test("Boost calls need the node's token, which gives access to nothing else", async () => {
    const { session } = users.owner;
    const joined = await call("POST /api/boost/node/create", { token: session, body: {} });
    const { token } = joined.body.data as { token: string };
    const asNode = { ...users.owner, session: token, teamToken: token, authToken: token };
    for (const spec of every) {
      if (spec.can === "anyone") continue;
      const given = await answer(spec, asNode);
      if (spec.can === "node") {
        expect(isRefused(given), `${spec.call}: ${given.status} ${given.code}`).toBe(false);
        expect((await answer(spec, { ...users.owner, teamToken: session })).status, spec.call).toBe(401);
      } else expect(given.status, spec.call).toBe(401);
    }
  });

  const isOperators = ({ can }: CallSpec) =>
    Array.isArray(can) && resources.some(({ name, operator }) => operator && name === can[1]);
  /** An auth token stops working when its creator loses the right to deploy. */
  const mayDeploy = (actor: Actor) => actor !== "without" && actor !== "disabled";
});
