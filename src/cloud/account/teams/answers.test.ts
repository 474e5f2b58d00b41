import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { errors } from "../../../../resources/declare/errors.ts";
import { teamMessages } from "../../../../resources/account/teams/team-messages.ts";
import { codeIn, dataOf } from "../../../../tests/support/account/members.ts";
import { signMessage } from "../../../../tests/support/account/sign-in.ts";
import { recordingSocket } from "../../../../tests/support/server/socket.ts";
import { joinTeam } from "../../../../tests/support/account/team.ts";
import { teamWeb, type User } from "../../../../tests/support/account/team-web.ts";

const { web, team } = await teamWeb();
const pair = async (): Promise<[User, User]> => [await web.signIn(), await web.signIn()];
const inviteWallet = async (owner: User, guest: User, more: object = {}) =>
  dataOf<{ invitationId: string; link: string }>(
    await team.invite(owner.accessToken, { type: "WALLET", target: guest.account.address, ...more }),
  );
const linkOf = async (owner: User) =>
  codeIn(dataOf<{ link: string }>(await team.invite(owner.accessToken, { type: "LINK" })).link);
const expire = (invitationId: string) =>
  web.database.db
    .updateTable("invitation")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where("id", "=", invitationId)
    .execute();

describe("an invitation can be accepted or declined", () => {
  it("accepting creates the membership with access and levels, and notifies both screens", async () => {
    const [owner, guest] = await pair();
    const levels = { BUCKET: "read" };
    const { invitationId } = await inviteWallet(owner, guest, { access: ["BUCKET", "HOSTING"], levels });
    const [ownerScreen, guestScreen] = [
      await recordingSocket(web.url, owner.accessToken),
      await recordingSocket(web.url, guest.accessToken),
    ];
    const answered = dataOf<object>(await team.answer(guest.accessToken, invitationId, true));
    expect(answered).toMatchObject({ team: { teamId: owner.teamId, alert: "" } });
    await Promise.all([ownerScreen.receives("updateTeam"), guestScreen.receives("joinTeam")]);
    const [, joined] = await team.teams(guest.accessToken);
    expect(joined).toMatchObject({
      teamId: owner.teamId,
      type: "COLLABORATION",
      status: "NORMAL",
      access: ["HOSTING", "BUCKET"],
      levels,
    });
    const { items } = await team.members(owner.accessToken);
    expect(items[1]).toMatchObject({ invitationId, status: "VALID", uid: guest.userId.replaceAll("-", "") });
    expect((await team.notices(guest.accessToken)).find(({ teamId }) => teamId === owner.teamId)).toMatchObject({
      read: true,
    });
  });

  it("tells a new member about read-only access", async () => {
    const [owner, guest] = await pair();
    const { invitationId } = await inviteWallet(owner, guest, { levels: { HOSTING: "read" } });
    const { alert } = dataOf<{ team: { alert: string } }>(
      await team.answer(guest.accessToken, invitationId, true),
    ).team;
    expect(alert).toContain(teamMessages.joinedToRead.replace("{team}", ""));
  });

  it("declining is stored as REJECT, and notifies the owner's screen", async () => {
    const [owner, guest] = await pair();
    const { invitationId } = await inviteWallet(owner, guest);
    const screen = await recordingSocket(web.url, owner.accessToken);
    expect(dataOf(await team.answer(guest.accessToken, invitationId, false))).toEqual({ team: null });
    await screen.receives("updateTeam");
    expect((await team.members(owner.accessToken)).items[1]).toMatchObject({ invitationId, status: "REJECT", uid: "" });
    expect(await team.teams(guest.accessToken)).toHaveLength(1);
    expect((await team.answer(guest.accessToken, invitationId, true)).status).toBe(404);
  });

  it("parallel answers join once", async () => {
    const [owner, guest] = await pair();
    const { invitationId } = await inviteWallet(owner, guest);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => team.answer(guest.accessToken, invitationId, true)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(await team.teams(guest.accessToken)).toHaveLength(2);
    expect((await team.members(owner.accessToken)).total).toBe(2);
  });

  it("an expired, another user's or unknown one returns 404", async () => {
    const [owner, guest] = await pair();
    const stranger = await web.signIn();
    const { invitationId } = await inviteWallet(owner, guest);
    for (const id of [invitationId, crypto.randomUUID(), "none"]) {
      expect((await team.answer(stranger.accessToken, id, true)).status).toBe(404);
    }
    expect((await team.answer(owner.accessToken, invitationId, true)).status).toBe(404);
    await expire(invitationId);
    expect((await team.answer(guest.accessToken, invitationId, true)).status).toBe(404);
    expect((await team.members(owner.accessToken)).total).toBe(1);
  });

  it("cancelled while being accepted, it leaves either a member or nothing", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [owner, guest] = await pair();
      const { invitationId } = await inviteWallet(owner, guest);
      const [accepted] = await Promise.all([
        team.answer(guest.accessToken, invitationId, true),
        team.edit(owner.accessToken, { invitationId, status: "REMOVE" }),
      ]);
      expect([200, 404]).toContain(accepted.status);
      expect(await team.teams(guest.accessToken)).toHaveLength(1);
      expect((await team.members(owner.accessToken)).total).toBe(1);
    }
  });
});

describe("the code of an invite link", () => {
  it("becomes an invitation for a signed-in user", async () => {
    const [owner, guest] = await pair();
    const code = await linkOf(owner);
    const { invitationId } = dataOf<{ invitationId: string }>(await team.redeem(guest.accessToken, code.toLowerCase()));
    expect(dataOf(await team.redeem(guest.accessToken, code))).toEqual({ invitationId });
    expect((await team.notices(guest.accessToken)).filter(({ teamId }) => teamId === owner.teamId)).toHaveLength(1);
    dataOf(await team.answer(guest.accessToken, invitationId, true));
    expect((await team.redeem(guest.accessToken, code)).body.code).toBe("TEAM_JOINED_ALREADY");
  });

  it("does the same when sent with the sign-in", async () => {
    const owner = await web.signIn();
    const guest = privateKeyToAccount(generatePrivateKey());
    await signMessage(web.url, guest, { inviteCode: await linkOf(owner) });
    const { accessToken } = await web.signIn(guest);
    expect((await team.notices(accessToken)).map(({ teamId }) => teamId)).toEqual([owner.teamId]);
  });

  it("works once, also when two users open it at the same time", async () => {
    const owner = await web.signIn();
    const guests = [await web.signIn(), await web.signIn(), await web.signIn()];
    const code = await linkOf(owner);
    const answers = await Promise.all(guests.map(({ accessToken }) => team.redeem(accessToken, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it("of the same team as another one leads to one invitation", async () => {
    const [owner, guest] = await pair();
    const codes = [await linkOf(owner), await linkOf(owner)];
    const answers = await Promise.all(codes.map((code) => team.redeem(guest.accessToken, code)));
    const ids = answers.map((answer) => dataOf<{ invitationId: string }>(answer).invitationId);
    expect(new Set(ids).size).toBe(1);
  });

  it("of a wallet's invitation works with that wallet only", async () => {
    const [owner, guest] = await pair();
    const stranger = await web.signIn();
    const { link, invitationId } = await inviteWallet(owner, guest);
    const foreign = await team.redeem(stranger.accessToken, codeIn(link));
    expect([foreign.status, foreign.body.message]).toEqual([409, errors.INVITE_USED.message]);
    expect(dataOf(await team.redeem(guest.accessToken, codeIn(link)))).toEqual({ invitationId });
    const later = privateKeyToAccount(generatePrivateKey());
    const waiting = dataOf<{ link: string }>(
      await team.invite(owner.accessToken, { type: "WALLET", target: later.address }),
    );
    const other = await team.redeem(stranger.accessToken, codeIn(waiting.link));
    expect(other.body.message).toBe(errors.INVITE_OTHER_WALLET.message);
  });

  it("of an email invitation works for anyone who opens it", async () => {
    const [owner, guest] = await pair();
    const { link } = dataOf<{ link: string }>(
      await team.invite(owner.accessToken, { type: "EMAIL", target: "anybody@example.com" }),
    );
    dataOf(await team.redeem(guest.accessToken, codeIn(link)));
  });

  it("that is unknown, expired or the own team's returns a clear error", async () => {
    const [owner, guest] = await pair();
    const { invitationId, link } = await inviteWallet(owner, guest);
    await expire(invitationId);
    for (const code of ["NOBODYS-CODE", codeIn(link)]) {
      const { status, body } = await team.redeem(guest.accessToken, code);
      expect([status, body.message]).toEqual([409, errors.INVITE_UNKNOWN.message]);
    }
    const own = await team.redeem(owner.accessToken, await linkOf(owner));
    expect(own.body.message).toBe(errors.TEAM_JOINED_ALREADY.message);
  });

  it("that is unknown or used is ignored at sign-in", async () => {
    const [owner, guest] = await pair();
    const code = await linkOf(owner);
    dataOf(await team.redeem(guest.accessToken, code));
    const late = privateKeyToAccount(generatePrivateKey());
    for (const inviteCode of [code, "NOBODYS-CODE", "'; drop table team; --"]) {
      await signMessage(web.url, late, { inviteCode });
    }
    const { accessToken } = await web.signIn(late);
    expect(await team.notices(accessToken)).toEqual([]);
  });

  it("of a team that already invited the user leads to that invitation", async () => {
    const [owner, guest] = await pair();
    const { invitationId } = await inviteWallet(owner, guest);
    expect(dataOf(await team.redeem(guest.accessToken, await linkOf(owner)))).toEqual({ invitationId });
    dataOf(await team.answer(guest.accessToken, invitationId, true));
    await joinTeam(web.url, owner.accessToken, (await web.signIn()).accessToken);
    expect((await team.members(owner.accessToken, undefined, "&status=VALID")).total).toBe(3);
  });
});

describe("a user's own code", () => {
  const codeOf = async ({ accessToken: token }: User) =>
    dataOf<{ code: string }>(await web.call("GET /api/auth/invitation/code", { token })).code;
  const inviterOf = async (userId: string) =>
    (await web.database.db.selectFrom("person").select("invited_by").where("id", "=", userId).executeTakeFirstOrThrow())
      .invited_by;

  it("is created on first use, has no look-alike characters, and stays", async () => {
    const user = await web.signIn();
    const codes = await Promise.all([codeOf(user), codeOf(user), codeOf(user)]);
    expect(codes[0]).toMatch(/^[2-9A-HJKMNP-Z]{10}$/);
    expect(new Set([...codes, await codeOf(user)]).size).toBe(1);
  });

  it("is recorded once for a new user, and never for existing users or its owner", async () => {
    const [first, second] = await pair();
    const guest = privateKeyToAccount(generatePrivateKey());
    await signMessage(web.url, guest, { inviteCode: await codeOf(first) });
    await signMessage(web.url, guest, { inviteCode: await codeOf(second) });
    const { userId } = await web.signIn(guest);
    expect(await inviterOf(userId)).toBe(first.userId);
    await signMessage(web.url, first.account, { inviteCode: await codeOf(first) });
    await signMessage(web.url, first.account, { inviteCode: await codeOf(second) });
    expect(await inviterOf(first.userId)).toBeNull();
  });

  it("opens no team: redeeming it shows no invitation", async () => {
    const [first, second] = await pair();
    expect(dataOf(await team.redeem(second.accessToken, await codeOf(first)))).toEqual({ invitationId: null });
    expect(await inviterOf(second.userId)).toBeNull();
  });
});
