/**
 * Levels, section by section: a member with one access code reaches only that section's calls; reading changes nothing.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { abilityFor } from "../../../resources/declare/abilities.ts";
import { accessCodes, type AccessCode } from "../../../resources/declare/access.ts";
import type { Levels } from "../../../resources/account/teams/levels.ts";
import { aliases } from "../../../resources/declare/aliases.ts";
import { calls } from "../../../resources/calls.ts";
import type { CallSpec } from "../../../resources/declare/define.ts";
import { everyCall, parseCall } from "../../../resources/declare/endpoints.ts";
import { pages, resources } from "../../../resources/index.ts";
import { callerOf, type Call } from "../../support/server/api.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { newOwner } from "../../support/account/owner.ts";
import { joinTeam } from "../../support/account/team.ts";

const declared = { resources, pages, calls };
const atOnce = 8;

/** Calls of a team that depend on a member's access; calls for scripts have separate tokens. */
const ofTeams = everyCall(declared).filter(
  ({ can, open }) =>
    Array.isArray(can) && !open && !resources.some(({ name, operator }) => operator && name === can[1]),
);

let call: Call;
let url: string;
let owner: string;
beforeAll(async () => {
  ({ url } = await testCloud());
  call = callerOf(url);
  ({ token: owner } = await newOwner(url));
});

interface Member {
  readonly session: string;
  readonly teamToken: string;
  readonly teamId: string;
}

const member = async (access: readonly AccessCode[], levels: Levels = {}): Promise<Member> => {
  const { token: session } = await newOwner(url);
  return { session, ...(await joinTeam(url, owner, session, { access, levels })) };
};

const isRefused = async (spec: CallSpec, { session, teamToken, teamId }: Member): Promise<boolean> => {
  const { method, alias, path } = parseCall(spec.call);
  const isPersonal = alias === "$auth";
  const line = `${method} ${aliases[alias]}${path.replace(/\{\w+\}/g, randomUUID())}${isPersonal ? `?teamId=${teamId}` : ""}`;
  const sends = method !== "GET" && !spec.stream;
  const headers = { "x-forwarded-for": `10.0.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}` };
  const { status } = await call(line, { token: isPersonal ? session : teamToken, headers, ...(sends && { body: {} }) });
  return status === 401 || status === 403;
};

/** Returns calls that the server accepts or refuses contrary to the declarations. */
const differences = async (specs: readonly CallSpec[], who: Member, access: readonly AccessCode[], levels: Levels) => {
  const ability = abilityFor({ type: "COLLABORATION", status: "NORMAL", access, levels }, declared);
  const found: string[] = [];
  const left = specs.values();
  const worker = async (): Promise<void> => {
    for (const spec of left) {
      const [verb, subject] = spec.can as readonly [Parameters<typeof ability.can>[0], string];
      if ((await isRefused(spec, who)) === ability.can(verb, subject)) found.push(spec.call);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return found;
};

describe.each(accessCodes)("%s", (code) => {
  test("alone, at the level manage, opens its section and no other", async () => {
    expect(await differences(ofTeams, await member([code]), [code], {})).toEqual([]);
  });

  test("at the level read changes nothing in its section", async () => {
    const levels = { [code]: "read" } as const;
    const access = accessCodes;
    const manager = abilityFor({ type: "COLLABORATION", status: "NORMAL", access, levels: {} }, declared);
    const reader = abilityFor({ type: "COLLABORATION", status: "NORMAL", access, levels }, declared);
    const changed = ofTeams.filter(({ can }) => {
      const [verb, subject] = can as readonly [Parameters<typeof reader.can>[0], string];
      return manager.can(verb, subject) !== reader.can(verb, subject);
    });
    expect(changed.length).toBeGreaterThan(0);
    expect(await differences(changed, await member(access, levels), access, levels)).toEqual([]);
  });
});
