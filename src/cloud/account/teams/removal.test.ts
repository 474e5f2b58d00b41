import { describe, expect, it } from "vitest";
import { errors } from "../../../../resources/declare/errors.ts";
import { dataOf } from "../../../../tests/support/account/members.ts";
import { recordingSocket } from "../../../../tests/support/server/socket.ts";
import { joinTeam } from "../../../../tests/support/account/team.ts";
import { teamWeb, type User } from "../../../../tests/support/account/team-web.ts";

const { web, team } = await teamWeb();
const joined = async (owner: User) => {
  const user = await web.signIn();
  return { ...user, ...(await joinTeam(web.url, owner.accessToken, user.accessToken)) };
};
const remove = async (owner: User, invitationId: string) =>
  dataOf(await team.edit(owner.accessToken, { invitationId, status: "REMOVE" }));
const tokensOf = (token: string) => web.call("GET /api/hosting/user/token/list", { token });
const newToken = async (token: string) =>
  dataOf<{ token: string }>(await web.call("POST /api/hosting/user/token/new", { token, body: { name: "ci" } })).token;
const removalOf = async (user: User) =>
  (await team.notices(user.accessToken)).find(({ type }) => type === "REMOVED_BY_TEAM_MANAGER");

describe("a removed member", () => {
  it("loses access immediately: token, list of teams and socket", async () => {
    const owner = await web.signIn();
    const member = await joined(owner);
    expect((await tokensOf(member.teamToken)).status).toBe(200);
    const screen = await recordingSocket(web.url, member.teamToken);
    const closed = new Promise((resolve) => screen.socket.once("disconnect", resolve));
    await remove(owner, member.invitationId);
    expect((await tokensOf(member.teamToken)).status).toBe(401);
    expect(await team.teams(member.accessToken)).toHaveLength(1);
    expect((await team.members(owner.accessToken)).total).toBe(1);
    expect(await closed).toBe("io server disconnect");
    expect(screen.heard).toEqual(expect.arrayContaining(["updateTeam", "broadcast"]));
    await expect(recordingSocket(web.url, member.teamToken)).rejects.toThrow("UNAUTHORIZED");
  });

  it("gets a REMOVED_BY_TEAM_MANAGER notice with the team's name", async () => {
    const owner = await web.signIn();
    const member = await joined(owner);
    await remove(owner, member.invitationId);
    const { address } = owner.account;
    expect(await removalOf(member)).toMatchObject({
      message: expect.stringContaining(`${address.slice(0, 6)}…${address.slice(-4)}`),
      teamId: owner.teamId,
    });
  });

  it("can't deploy with old tokens of the team, also after joining again", async () => {
    const owner = await web.signIn();
    const member = await joined(owner);
    const token = await newToken(member.teamToken);
    expect(await web.tokens.verify(token)).toBeDefined();
    await remove(owner, member.invitationId);
    expect(await web.tokens.verify(token)).toBeUndefined();
    const again = await joinTeam(web.url, owner.accessToken, member.accessToken);
    expect(await web.tokens.verify(token)).toBeUndefined();
    expect((await tokensOf(member.teamToken)).status).toBe(401);
    expect((await tokensOf(again.teamToken)).status).toBe(200);
  });

  it("a cancelled invitation disappears for its recipient", async () => {
    const [owner, guest] = [await web.signIn(), await web.signIn()];
    const input = { type: "WALLET", target: guest.account.address } as const;
    const { invitationId } = dataOf<{ invitationId: string }>(await team.invite(owner.accessToken, input));
    const screen = await recordingSocket(web.url, guest.accessToken);
    await remove(owner, invitationId);
    await screen.receives("broadcast");
    expect(await team.notices(guest.accessToken)).toEqual([]);
    expect((await team.answer(guest.accessToken, invitationId, true)).status).toBe(404);
  });
});

describe("disbanding", () => {
  it("removes all members and cancels open invitations; the team stays its owner's", async () => {
    const owner = await web.signIn();
    const members = [await joined(owner), await joined(owner)];
    const guest = await web.signIn();
    const input = { type: "WALLET", target: guest.account.address } as const;
    const open = dataOf<{ invitationId: string }>(await team.invite(owner.accessToken, input));
    dataOf(await team.edit(owner.accessToken, { disband: true }));
    for (const member of members) {
      expect((await tokensOf(member.teamToken)).status).toBe(401);
      expect(await removalOf(member)).toMatchObject({ message: expect.stringContaining("disbanded") });
    }
    expect((await team.answer(guest.accessToken, open.invitationId, true)).status).toBe(404);
    expect((await team.members(owner.accessToken)).items.map(({ role }) => role)).toEqual(["OWNER"]);
    expect(await team.teams(owner.accessToken)).toHaveLength(1);
  });

  it("leaves no member behind while someone accepts", async () => {
    const [owner, guest] = [await web.signIn(), await web.signIn()];
    const input = { type: "WALLET", target: guest.account.address } as const;
    const { invitationId } = dataOf<{ invitationId: string }>(await team.invite(owner.accessToken, input));
    await Promise.all([
      team.answer(guest.accessToken, invitationId, true),
      team.edit(owner.accessToken, { disband: true }),
    ]);
    expect(await team.teams(guest.accessToken)).toHaveLength(1);
    expect((await team.members(owner.accessToken)).total).toBe(1);
  });
});

describe("leaving", () => {
  it("removes the team from the user's list and the user from the owner's", async () => {
    const owner = await web.signIn();
    const member = await joined(owner);
    const screen = await recordingSocket(web.url, owner.accessToken);
    const token = await newToken(member.teamToken);
    dataOf(await team.leave(member.accessToken, owner.teamId));
    await screen.receives("updateTeam");
    expect(await team.teams(member.accessToken)).toHaveLength(1);
    expect((await team.members(owner.accessToken)).total).toBe(1);
    expect((await tokensOf(member.teamToken)).status).toBe(401);
    expect(await web.tokens.verify(token)).toBeUndefined();
    expect(await removalOf(member)).toBeUndefined();
  });

  it("owners can't leave their own team, nor others a team they are not in", async () => {
    const [owner, stranger] = [await web.signIn(), await web.signIn()];
    const own = await team.leave(owner.accessToken, owner.teamId);
    expect([own.status, own.body.message]).toEqual([409, errors.OWNER_STAYS.message]);
    for (const teamId of [owner.teamId, crypto.randomUUID(), "none"]) {
      expect((await team.leave(stranger.accessToken, teamId)).status).toBe(404);
    }
  });
});

it("the team's name and avatar follow the owner's; teams come own first, then by join date", async () => {
  const [first, second, member] = [await web.signIn(), await web.signIn(), await web.signIn()];
  await joinTeam(web.url, second.accessToken, member.accessToken);
  await joinTeam(web.url, first.accessToken, member.accessToken);
  const rename = await web.call("PUT /api/auth/user/profile", { token: first.accessToken, body: { username: "Ada" } });
  expect(rename.status).toBe(200);
  const listed = await team.teams(member.accessToken);
  expect(listed.map(({ teamId }) => teamId)).toEqual([member.teamId, second.teamId, first.teamId]);
  expect(listed[2]!.teamName).toBe("Ada");
  const { avatar } = dataOf<{ avatar: string }>(await web.call("GET /api/auth/user", { token: first.accessToken }));
  expect(listed[2]!.teamAvatar).toBe(avatar);
});
