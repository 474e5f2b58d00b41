import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { invitationEmailsPerAddress, invitationEmailsPerTeam, membersPerTeam } from "../../../../resources/limits.ts";
import { invitationOffer } from "../../../../resources/account/teams/invitation-offer.ts";
import { errors } from "../../../../resources/declare/errors.ts";
import { codeIn, dataOf } from "../../../../tests/support/account/members.ts";
import { recordingSocket } from "../../../../tests/support/server/socket.ts";
import { joinTeam } from "../../../../tests/support/account/team.ts";
import { teamWeb } from "../../../../tests/support/account/team-web.ts";
import { issueSignInToken } from "../auth/sessions.ts";

const { web, team } = await teamWeb();

const newWallet = () => privateKeyToAccount(generatePrivateKey());
const invited = async (token: string, input: Parameters<typeof team.invite>[1]) =>
  dataOf<{ invitationId: string; link: string }>(await team.invite(token, input));
const ofTeam = async (token: string, teamId: string) =>
  (await team.notices(token)).filter((notice) => notice.teamId === teamId);

describe("an invitation by wallet", () => {
  it("is shown immediately to an existing user, as a COOPERATION_INVITATION notice", async () => {
    const [owner, guest] = [await web.signIn(), await web.signIn()];
    const screen = await recordingSocket(web.url, guest.accessToken);
    const { invitationId } = await invited(owner.accessToken, { type: "WALLET", target: guest.account.address });
    await screen.receives("broadcast");
    expect(await ofTeam(guest.accessToken, owner.teamId)).toMatchObject([
      { type: "COOPERATION_INVITATION", invitationId, message: expect.stringContaining("invites"), read: false },
    ]);
  });

  it("is shown to a new user at the first sign-in", async () => {
    const owner = await web.signIn();
    const wallet = newWallet();
    const { invitationId } = await invited(owner.accessToken, { type: "WALLET", target: wallet.address });
    const guest = await web.signIn(wallet);
    await web.signIn(wallet);
    expect((await ofTeam(guest.accessToken, owner.teamId)).map((notice) => notice.invitationId)).toEqual([
      invitationId,
    ]);
  });

  it("accepts any case, with or without 0x, and stores the checksummed address", async () => {
    const owner = await web.signIn();
    const { address } = newWallet();
    await invited(owner.accessToken, { type: "WALLET", target: ` ${address.slice(2).toLowerCase()} ` });
    const { items } = await team.members(owner.accessToken);
    expect(items.map(({ targetName }) => targetName)).toContain(address);
    expect(
      (await team.invite(owner.accessToken, { type: "WALLET", target: address.toLowerCase() })).body,
    ).toMatchObject({
      code: "MEMBER_INVITED",
      message: errors.MEMBER_INVITED.message,
    });
  });

  it("needs an address: Invalid wallet address", async () => {
    const owner = await web.signIn();
    for (const target of ["", "0x12", `0x${"g".repeat(40)}`, "somebody@example.com"]) {
      const { status, body } = await team.invite(owner.accessToken, { type: "WALLET", target });
      expect([status, body.data]).toEqual([422, { "invitation.target": ["Invalid wallet address"] }]);
    }
  });

  it("to the user's own wallet is refused", async () => {
    const owner = await web.signIn();
    const { status, body } = await team.invite(owner.accessToken, { type: "WALLET", target: owner.account.address });
    expect([status, body.data]).toEqual([
      422,
      { "invitation.target": ["This is your own wallet. Enter another user's wallet."] },
    ]);
  });

  it("to an existing member is refused", async () => {
    const [owner, member] = [await web.signIn(), await web.signIn()];
    await joinTeam(web.url, owner.accessToken, member.accessToken);
    const again = await team.invite(owner.accessToken, { type: "WALLET", target: member.account.address });
    expect([again.status, again.body.code]).toEqual([409, "MEMBER_ALREADY"]);
  });

  it("replaces a declined one", async () => {
    const [owner, guest] = [await web.signIn(), await web.signIn()];
    const input = { type: "WALLET", target: guest.account.address } as const;
    const first = await invited(owner.accessToken, input);
    dataOf(await team.answer(guest.accessToken, first.invitationId, false));
    const second = await invited(owner.accessToken, input);
    const { items } = await team.members(owner.accessToken);
    expect(items.slice(1).map(({ invitationId, status }) => [invitationId, status])).toEqual([
      [second.invitationId, "PENDING"],
    ]);
    dataOf(await team.answer(guest.accessToken, second.invitationId, true));
  });
});

describe("an invitation by email", () => {
  it("sends an email with the link and clear instructions", async () => {
    const owner = await web.signIn();
    const { link } = await invited(owner.accessToken, { type: "EMAIL", target: "Ada.Lovelace@Example.com" });
    const emails = await web.database.db.selectFrom("mail").selectAll().execute();
    const email = emails.find(({ body }) => body.includes(link))!;
    expect(email.recipient).toBe("ada.lovelace@example.com");
    expect(email.subject).toContain("invites you");
    expect(email.body).toMatch(/sign in with your wallet/i);
    expect(email.body).toMatch(/select join team/i);
  });

  it("needs an address: Invalid email", async () => {
    const owner = await web.signIn();
    for (const target of ["", "ada", "ada@example", "a@b.c\nBcc: everybody@example.com"]) {
      const { status, body } = await team.invite(owner.accessToken, { type: "EMAIL", target });
      expect([status, body.data]).toEqual([422, { "invitation.target": ["Invalid email"] }]);
    }
  });

  it("is created once for an address, regardless of case", async () => {
    const owner = await web.signIn();
    await invited(owner.accessToken, { type: "EMAIL", target: "twice@example.com" });
    const again = await team.invite(owner.accessToken, { type: "EMAIL", target: "Twice@Example.com" });
    expect([again.status, again.body.code]).toEqual([409, "MEMBER_INVITED"]);
  });

  it("is shown to the user who confirms the address, and immediately to one who has", async () => {
    const [owner, other, guest] = [await web.signIn(), await web.signIn(), await web.signIn()];
    await invited(owner.accessToken, { type: "EMAIL", target: "grace@example.com" });
    const { db } = web.database;
    await db.transaction().execute(async (trx) => {
      await trx.insertInto("email").values({ person_id: guest.userId, address: "grace@example.com" }).execute();
      await web.teams.emailConfirmed(trx, guest.userId, "grace@example.com");
    });
    expect(await ofTeam(guest.accessToken, owner.teamId)).toHaveLength(1);
    await invited(other.accessToken, { type: "EMAIL", target: "grace@example.com" });
    expect(await ofTeam(guest.accessToken, other.teamId)).toHaveLength(1);
  });
});

it("limits emails a day for each team and each address, also for repeated invitations", async () => {
  const { accessToken, teamId } = await web.signIn();
  const input = { type: "EMAIL", target: "patient@example.com" } as const;
  for (let sent = 0; sent < invitationEmailsPerAddress; sent += 1) {
    const { invitationId } = await invited(accessToken, input);
    dataOf(await team.edit(accessToken, { invitationId, status: "REMOVE" }));
  }
  const refused = [await team.invite(accessToken, input), await team.invite((await web.signIn()).accessToken, input)];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [429, "INVITATION_LETTERS"],
    [429, "INVITATION_LETTERS"],
  ]);
  const more = Array.from({ length: invitationEmailsPerTeam }, (_, at) => ({
    team_id: teamId,
    recipient: `${at}@x.org`,
  }));
  await web.database.db.insertInto("invitation_letter").values(more).execute();
  const other = { ...input, target: "other@example.com" };
  expect((await team.invite(accessToken, other)).body.message).toBe(errors.INVITATION_LETTERS.message);
  await web.database.db
    .updateTable("invitation_letter")
    .set({ sent_at: new Date(Date.now() - 86_400_000) })
    .execute();
  await invited(accessToken, other);
});

describe("an invitation by link", () => {
  it("has a link of the form <origin>/?inviteCode=<code>", async () => {
    const owner = await web.signIn();
    const { link } = await invited(owner.accessToken, { type: "LINK" });
    expect(link).toMatch(new RegExp(String.raw`^${web.url}/\?inviteCode=[2-9A-HJKMNP-Z]{24}$`));
  });

  it("uses PUBLIC_URL where it is set", async () => {
    const { web: own, team: calls } = await teamWeb({ PUBLIC_URL: "https://cloud.example/" });
    const made = await calls.invite(await sessionOfNewPerson(own), { type: "LINK" });
    const { link } = dataOf<{ link: string }>(made);
    expect(link).toMatch(/^https:\/\/cloud\.example\/\?inviteCode=/);
  });

  it("can be created several times, and each works for the first user who opens it", async () => {
    const [owner, first, second] = [await web.signIn(), await web.signIn(), await web.signIn()];
    const { link } = await invited(owner.accessToken, { type: "LINK" });
    await invited(owner.accessToken, { type: "LINK" });
    dataOf(await team.redeem(first.accessToken, codeIn(link)));
    const late = await team.redeem(second.accessToken, codeIn(link));
    expect([late.status, late.body.code, late.body.message]).toEqual([409, "INVITE_USED", errors.INVITE_USED.message]);
    expect(await ofTeam(first.accessToken, owner.teamId)).toHaveLength(1);
    expect(await ofTeam(second.accessToken, owner.teamId)).toEqual([]);
  });
});

it("limits members and invitations of a team, also in parallel requests", async () => {
  const { accessToken, teamId } = await web.signIn();
  const [owner, room] = [1, 3];
  await web.database.db
    .insertInto("invitation")
    .values(
      Array.from({ length: membersPerTeam - owner - room }, (_, at) => ({
        id: crypto.randomUUID(),
        team_id: teamId,
        type: "LINK" as const,
        target: "",
        code: `${teamId}-${at}`,
        status: "PENDING" as const,
        person_id: null,
        expires_at: new Date(Date.now() + 60_000),
      })),
    )
    .execute();
  const made = await Promise.all(Array.from({ length: room + 2 }, () => team.invite(accessToken, { type: "LINK" })));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(room);
  expect(made.find(({ status }) => status !== 200)!.body).toMatchObject({
    code: "MEMBERS_LIMIT",
    message: errors.MEMBERS_LIMIT.message,
  });
});

/** Sign-in at the test's address is impossible with another public URL. */
const sessionOfNewPerson = async ({ database: { db }, teams, call }: typeof web): Promise<string> => {
  const owner = { id: crypto.randomUUID(), username: "owner" };
  const stoken = await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("person")
      .values({ ...owner, address: newWallet().address, wallet_type: "TEST" })
      .execute();
    await teams.create(trx, owner);
    return issueSignInToken(trx, owner.id);
  });
  return dataOf<{ accessToken: string }>(await call(`POST /api/auth/st/${stoken}`)).accessToken;
};

it("a link shows the team, the inviter and the access to visitors while it is open; ended and unknown codes look alike", async () => {
  const [owner, guest] = [await web.signIn(), await web.signIn()];
  const offerOf = async (code: string) => dataOf(await web.call(`GET /api/auth/invitation/offer/${code}`));
  const name = (await team.teams(owner.accessToken))[0]!.teamName;
  const answered = await invited(owner.accessToken, { type: "WALLET", target: guest.account.address });
  const expired = await invited(owner.accessToken, { type: "EMAIL", target: "visitor@example.com" });
  const revoked = await invited(owner.accessToken, { type: "LINK" });
  const codes = [answered, expired, revoked].map(({ link }) => codeIn(link));
  const shown = { team: name, inviter: name, access: ["HOSTING"], levels: {} };
  for (const code of codes) expect(await offerOf(code.toLowerCase())).toEqual(shown);
  dataOf(await web.call("PUT /api/auth/team/name", { token: owner.accessToken, body: { name: "Tideway" } }));
  expect(await offerOf(codes[0]!)).toEqual({ ...shown, team: "Tideway" });
  dataOf(await team.answer(guest.accessToken, answered.invitationId, true));
  await web.database.db
    .updateTable("invitation")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where("id", "=", expired.invitationId)
    .execute();
  dataOf(await team.edit(owner.accessToken, { invitationId: revoked.invitationId, status: "REMOVE" }));
  for (const code of [...codes, "NOBODYS-CODE"]) expect(await offerOf(code)).toBeNull();
  const { code } = dataOf<{ code: string }>(
    await web.call("GET /api/auth/invitation/code", { token: owner.accessToken }),
  );
  const merged = { id: crypto.randomUUID(), person_id: owner.userId, invite_code: "MERGED2345" };
  await web.database.db.insertInto("merged_person").values(merged).execute();
  for (const personal of [code, merged.invite_code]) {
    expect(await offerOf(personal)).toEqual({ team: null });
    expect(dataOf(await team.redeem(guest.accessToken, personal))).toEqual({ invitationId: null });
  }
  // Nobody can try many codes.
  expect(invitationOffer.perMinute).toBe(60);
});
