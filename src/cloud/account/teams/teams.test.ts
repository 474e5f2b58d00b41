import { randomUUID } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Team } from "../../../../resources/account/teams/teams.ts";
import { trialAllowance, trialSeconds } from "../../../../resources/limits.ts";
import { errors } from "../../../../resources/declare/errors.ts";
import { patience } from "../../../../tests/support/patience.ts";
import { signMessage } from "../../../../tests/support/account/sign-in.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";

let web: TestWeb;
beforeAll(async () => {
  web = await testWeb();
});

const teamsOf = async (token: string) =>
  ((await web.call("GET /api/auth/cooperation/teams", { token })).body.data as { items: Team[] }).items;

/** Adds a user to another user's team. */
const join = (teamId: string, personId: string) =>
  web.database.db
    .insertInto("membership")
    .values({ team_id: teamId, person_id: personId, type: "COLLABORATION", access: ["HOSTING"] })
    .execute();

describe("the first sign-in", () => {
  it("creates the user's INDIVIDUAL team, once, even in parallel sign-ins", async () => {
    const { account, accessToken } = await web.signIn();
    await Promise.all([web.signIn(account), web.signIn(account)]);
    const teams = await teamsOf(accessToken);
    expect(teams).toHaveLength(1);
    expect(teams[0]).toMatchObject({ type: "INDIVIDUAL", status: "NORMAL", teamName: expect.stringContaining("…") });
    expect(teams[0]!.teamAvatar).toMatch(/^data:image\/svg/);
  });

  it("grants the trial package of seven days", async () => {
    const { teamId } = await web.signIn();
    const { resources, endsAt, package: name } = await web.allowance.used(web.database.db, teamId);
    expect(name).toBe("TRIAL");
    expect(endsAt!.getTime()).toBeGreaterThan(Date.now() + (trialSeconds - 60) * 1000);
    const included = resources.filter(({ allowed }) => allowed > 0n);
    expect(Object.fromEntries(included.map((one) => [one.resource, Number(one.allowed)]))).toEqual(trialAllowance);
  });

  it("welcomes the team once, and again at the next sign-in after a failure", async () => {
    const welcomed: string[] = [];
    let broken = true;
    const own = await testWeb({
      firstSignIn: async (teamId) => {
        welcomed.push(teamId);
        if (broken) throw new Error("The seeds were stolen.");
      },
    });
    const { account, teamId } = await own.signIn();
    broken = false;
    await own.signIn(account);
    await signMessage(own.url, account);
    expect(welcomed).toEqual([teamId, teamId]);
  });
});

it("parallel sign-ins of tabs are welcomed once", async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const welcomed: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const own = await testWeb({
    firstSignIn: async (teamId) => {
      welcomed.push(teamId);
      await gate;
    },
  });
  const tabs = Promise.all([own.signIn(account), own.signIn(account), own.signIn(account)]);
  await vi.waitFor(() => expect(welcomed).toHaveLength(1), patience);
  open();
  await tabs;
  expect(welcomed).toHaveLength(1);
});

describe("a team token", () => {
  it("acts for its team, while the personal token acts for the user's own team", async () => {
    const [owner, member] = [await web.signIn(), await web.signIn()];
    await join(owner.teamId, member.userId);
    const teams = await teamsOf(member.accessToken);
    expect(teams.map(({ type }) => type)).toEqual(["INDIVIDUAL", "COLLABORATION"]);
    const joined = await web.auth.identify(teams[1]!.token);
    expect([joined!.userId, joined!.membership.teamId]).toEqual([member.userId, owner.teamId]);
    expect((await web.auth.identify(member.accessToken))!.membership.teamId).toBe(member.teamId);
  });

  it("ends when the membership's token version changes or the membership is deleted", async () => {
    const [owner, member] = [await web.signIn(), await web.signIn()];
    await join(owner.teamId, member.userId);
    const [, first] = await teamsOf(member.accessToken);
    const membership = web.database.db.updateTable("membership").where("person_id", "=", member.userId);
    await membership.set({ token_version: 2 }).where("team_id", "=", owner.teamId).execute();
    web.auth.forgetTokens();
    expect(await web.auth.identify(first!.token)).toBeUndefined();
    const [, second] = await teamsOf(member.accessToken);
    expect(await web.auth.identify(second!.token)).toBeDefined();
    await web.database.db.deleteFrom("membership").where("team_id", "=", owner.teamId).execute();
    web.auth.forgetTokens();
    expect(await web.auth.identify(second!.token)).toBeUndefined();
  });

  it("of a disabled membership is refused with the reason", async () => {
    const [owner, member] = [await web.signIn(), await web.signIn()];
    await join(owner.teamId, member.userId);
    const disable = web.database.db.updateTable("membership").where("person_id", "=", member.userId);
    await disable.set({ status: "DISABLED" }).where("team_id", "=", owner.teamId).execute();
    const [, team] = await teamsOf(member.accessToken);
    expect(team!.status).toBe("DISABLED");
    const answer = await web.call("GET /api/hosting/user/token/list", { token: team!.token });
    expect([answer.status, answer.body.message]).toEqual([403, errors.TEAM_DISABLED.message]);
  });

  it("can't be created for a team that the user is not a member of", async () => {
    const [owner, stranger] = [await web.signIn(), await web.signIn()];
    const token = await web.auth.teamToken({
      authorization: stranger.accessToken,
      teamId: owner.teamId,
      tokenVersion: 1,
    });
    expect(await web.auth.identify(token)).toBeUndefined();
    expect(await web.teams.membership(web.database.db, randomUUID())).toBeUndefined();
  });
});
