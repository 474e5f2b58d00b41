import { describe, expect, it } from "vitest";
import type { AccessCode } from "../../../../resources/declare/access.ts";
import type { Levels } from "../../../../resources/account/teams/levels.ts";
import { memberNoteMax } from "../../../../resources/limits.ts";
import { errors } from "../../../../resources/declare/errors.ts";
import { dataOf } from "../../../../tests/support/account/members.ts";
import { recordingSocket } from "../../../../tests/support/server/socket.ts";
import { joinTeam } from "../../../../tests/support/account/team.ts";
import { teamWeb, type User } from "../../../../tests/support/account/team-web.ts";
import { accessBeyondOwn } from "./rights.ts";

const { web, team } = await teamWeb();
const joined = async (owner: User, access: readonly AccessCode[] = ["HOSTING"], levels: Levels = {}) => {
  const user = await web.signIn();
  return { ...user, ...(await joinTeam(web.url, owner.accessToken, user.accessToken, { access, levels })) };
};
const tokensOf = (token: string) => web.call("GET /api/hosting/user/token/list", { token });
const newToken = (token: string) => web.call("POST /api/hosting/user/token/new", { token, body: { name: "ci" } });
const noticesOf = async (user: User, type: string) =>
  (await team.notices(user.accessToken)).filter((notice) => notice.type === type);

describe("a member's access and levels", () => {
  it("apply from the next request on, and the member's screen is notified", async () => {
    const owner = await web.signIn();
    const member = await joined(owner);
    const screen = await recordingSocket(web.url, member.teamToken);
    expect((await tokensOf(member.teamToken)).status).toBe(200);
    dataOf(await team.edit(owner.accessToken, { invitationId: member.invitationId, access: ["BUCKET"] }));
    expect((await tokensOf(member.teamToken)).status).toBe(403);
    await screen.receives("updateTeam");
    expect((await team.teams(member.accessToken))[1]).toMatchObject({ access: ["BUCKET"] });
    dataOf(
      await team.edit(owner.accessToken, {
        invitationId: member.invitationId,
        access: ["HOSTING"],
        levels: { HOSTING: "read", BUCKET: "read" },
      }),
    );
    expect([(await tokensOf(member.teamToken)).status, (await newToken(member.teamToken)).status]).toEqual([200, 403]);
    expect((await team.teams(member.accessToken))[1]).toMatchObject({ levels: { HOSTING: "read" } });
  });

  it("send a SWITCH_TO_MEMBER notice when extended, none when reduced", async () => {
    const owner = await web.signIn();
    const member = await joined(owner, ["HOSTING"], { HOSTING: "read" });
    const screen = await recordingSocket(web.url, member.accessToken);
    const { invitationId } = member;
    dataOf(
      await team.edit(owner.accessToken, {
        invitationId,
        access: ["HOSTING", "RPC"],
        levels: { HOSTING: "read", RPC: "read" },
      }),
    );
    expect(await noticesOf(member, "SWITCH_TO_MEMBER")).toEqual([]);
    dataOf(await team.edit(owner.accessToken, { invitationId, levels: {} }));
    await screen.receives("broadcast");
    const [notice] = await noticesOf(member, "SWITCH_TO_MEMBER");
    expect(notice).toMatchObject({ teamId: owner.teamId });
    expect(notice!.message).toContain("edit access to Hosting and RPC");
  });

  it("of an open invitation are those it will grant", async () => {
    const [owner, guest] = [await web.signIn(), await web.signIn()];
    const input = { type: "WALLET", target: guest.account.address } as const;
    const { invitationId } = dataOf<{ invitationId: string }>(await team.invite(owner.accessToken, input));
    dataOf(await team.edit(owner.accessToken, { invitationId, access: ["RPC"], note: "new" }));
    dataOf(await team.answer(guest.accessToken, invitationId, true));
    expect((await team.teams(guest.accessToken))[1]).toMatchObject({ access: ["RPC"] });
  });

  it("a note has at most 100 characters", async () => {
    const owner = await web.signIn();
    const { invitationId } = await joined(owner);
    dataOf(await team.edit(owner.accessToken, { invitationId, note: "n".repeat(memberNoteMax) }));
    expect((await team.members(owner.accessToken)).items[1]!.note).toHaveLength(memberNoteMax);
    const long = await team.edit(owner.accessToken, { invitationId, note: "n".repeat(memberNoteMax + 1) });
    expect([long.status, Object.keys(long.body.data)]).toEqual([422, ["note"]]);
  });
});

describe("a disabled member", () => {
  it("is refused with the reason until enabled again, and keeps the team in the list", async () => {
    const owner = await web.signIn();
    const member = await joined(owner);
    const screen = await recordingSocket(web.url, member.teamToken);
    const { invitationId } = member;
    dataOf(await team.edit(owner.accessToken, { invitationId, status: "DISABLE" }));
    const refused = await tokensOf(member.teamToken);
    expect([refused.status, refused.body.message]).toEqual([403, errors.TEAM_DISABLED.message]);
    await screen.receives("updateTeam");
    expect((await team.teams(member.accessToken))[1]).toMatchObject({ teamId: owner.teamId, status: "DISABLED" });
    expect((await team.members(owner.accessToken)).items[1]).toMatchObject({ status: "DISABLED" });
    dataOf(await team.edit(owner.accessToken, { invitationId, status: "ENABLE" }));
    expect((await tokensOf(member.teamToken)).status).toBe(200);
  });

  it("receives no more team events", async () => {
    const owner = await web.signIn();
    const member = await joined(owner);
    const screen = await recordingSocket(web.url, member.teamToken);
    dataOf(await team.edit(owner.accessToken, { invitationId: member.invitationId, status: "DISABLE" }));
    await screen.receives("updateTeam");
    dataOf(await team.invite(owner.accessToken, { type: "LINK" }));
    web.realtime.toUser(member.userId, "last", {});
    await screen.receives("last");
    dataOf(await team.invite(owner.accessToken, { type: "LINK" }));
    web.realtime.toUser(member.userId, "last", {});
    await screen.receives("last");
    expect(screen.heard).toEqual([]);
  });

  it("only accepted members can be disabled", async () => {
    const owner = await web.signIn();
    const { invitationId } = dataOf<{ invitationId: string }>(await team.invite(owner.accessToken, { type: "LINK" }));
    const answer = await team.edit(owner.accessToken, { invitationId, status: "DISABLE" });
    expect([answer.status, answer.body.code]).toEqual([409, "MEMBER_NOT_ACTIVE"]);
  });
});

describe("each change of a member as a call", () => {
  const act = (user: User, id: string, action = "", body?: object) =>
    web.call(`${body ? "PUT" : "POST"} /api/auth/cooperation/invitations/${id}${action && `/${action}`}`, {
      token: user.accessToken,
      ...(body && { body }),
    });

  it("keeps what it doesn't name: the note of another member's change, and the access of the note's", async () => {
    const owner = await web.signIn();
    const { invitationId } = await joined(owner, ["HOSTING"], { HOSTING: "read" });
    dataOf(await act(owner, invitationId, "", { note: "design" }));
    dataOf(await act(owner, invitationId, "", { access: ["HOSTING", "RPC"] }));
    expect((await team.members(owner.accessToken)).items[1]).toMatchObject({
      access: ["HOSTING", "RPC"],
      levels: { HOSTING: "read" },
      note: "design",
    });
  });

  it("disables, enables and removes a member, and cancels an invitation", async () => {
    const owner = await web.signIn();
    const member = await joined(owner);
    dataOf(await act(owner, member.invitationId, "disable"));
    expect((await tokensOf(member.teamToken)).status).toBe(403);
    dataOf(await act(owner, member.invitationId, "enable"));
    expect((await tokensOf(member.teamToken)).status).toBe(200);
    dataOf(await act(owner, member.invitationId, "remove"));
    const { invitationId } = dataOf<{ invitationId: string }>(await team.invite(owner.accessToken, { type: "LINK" }));
    dataOf(await act(owner, invitationId, "cancel"));
    expect((await team.members(owner.accessToken)).total).toBe(1);
  });

  it("is refused to a member without MEMBER", async () => {
    const owner = await web.signIn();
    const [member, other] = [await joined(owner), await joined(owner)];
    const path = `/api/auth/cooperation/invitations/${other.invitationId}/remove?teamId=${owner.teamId}`;
    expect((await web.call(`POST ${path}`, { token: member.accessToken })).status).toBe(403);
  });
});

describe("member management", () => {
  it("is refused without MEMBER, or with read-only MEMBER", async () => {
    const owner = await web.signIn();
    const other = await joined(owner);
    for (const member of [await joined(owner), await joined(owner, ["MEMBER"], { MEMBER: "read" })]) {
      const edited = await team.edit(member.accessToken, { invitationId: other.invitationId, note: "x" }, owner.teamId);
      const invited = await team.invite(member.accessToken, { type: "LINK" }, owner.teamId);
      expect([edited.status, invited.status]).toEqual([403, 403]);
    }
  });

  it("with MEMBER allows inviting and changing others within one's own access", async () => {
    const owner = await web.signIn();
    const manager = await joined(owner, ["MEMBER", "HOSTING"]);
    const other = await joined(owner, ["HOSTING"]);
    const { teamId } = owner;
    dataOf(await team.invite(manager.accessToken, { type: "LINK", access: ["HOSTING"] }, teamId));
    dataOf(await team.edit(manager.accessToken, { invitationId: other.invitationId, note: "fine" }, teamId));
    const beyond = await team.invite(manager.accessToken, { type: "LINK", access: ["RPC", "MEMBER"] }, teamId);
    expect([beyond.status, beyond.body.data]).toEqual([
      422,
      { "invitation.access": [accessBeyondOwn("RPC and Members")] },
    ]);
    const widened = await team.edit(manager.accessToken, { invitationId: other.invitationId, access: ["RPC"] }, teamId);
    expect([widened.status, Object.keys(widened.body.data)]).toEqual([422, ["access"]]);
    dataOf(await team.edit(manager.accessToken, { invitationId: other.invitationId, status: "REMOVE" }, teamId));
  });

  it("never changes the owner, and a manager neither themselves nor another manager", async () => {
    const owner = await web.signIn();
    const [manager, second] = [await joined(owner, ["MEMBER"]), await joined(owner, ["MEMBER"])];
    const { teamId } = owner;
    const codeFor = async (invitationId: string, token: string) =>
      (await team.edit(token, { invitationId, status: "REMOVE" }, teamId)).body.code;
    const ownerRow = (await team.members(owner.accessToken)).items[0]!.invitationId;
    expect(await codeFor(ownerRow, manager.accessToken)).toBe("OWNER_FIXED");
    expect(await codeFor(ownerRow, owner.accessToken)).toBe("OWNER_FIXED");
    expect(await codeFor(manager.invitationId, manager.accessToken)).toBe("OWN_MEMBERSHIP");
    expect(await codeFor(second.invitationId, manager.accessToken)).toBe("OWNER_ONLY");
    expect((await team.edit(manager.accessToken, { disband: true }, teamId)).body.code).toBe("OWNER_ONLY");
    expect((await team.members(owner.accessToken)).total).toBe(3);
  });

  it("returns 404 for members and invitations of another team", async () => {
    const [owner, stranger] = [await web.signIn(), await web.signIn()];
    const { invitationId } = await joined(owner);
    for (const id of [invitationId, crypto.randomUUID(), "none"]) {
      const answer = await team.edit(stranger.accessToken, { invitationId: id, status: "REMOVE" });
      expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
    }
    expect((await team.edit(stranger.accessToken, { invitationId, note: "x" }, owner.teamId)).status).toBe(404);
    expect((await team.edit(owner.accessToken, { status: "REMOVE" })).status).toBe(422);
  });
});
