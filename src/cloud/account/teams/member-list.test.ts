import { describe, expect, it } from "vitest";
import { codeIn, dataOf } from "../../../../tests/support/account/members.ts";
import { joinTeam } from "../../../../tests/support/account/team.ts";
import { teamWeb } from "../../../../tests/support/account/team-web.ts";

const { web, team } = await teamWeb();

/** An owner with one member, one open link and one open email invitation. */
const teamWithMembers = async () => {
  const [owner, member] = [await web.signIn(), await web.signIn()];
  const { invitationId } = await joinTeam(web.url, owner.accessToken, member.accessToken, {
    note: "Designs 100% of it",
  });
  const { link } = dataOf<{ link: string }>(await team.invite(owner.accessToken, { type: "LINK", access: ["RPC"] }));
  dataOf(await team.invite(owner.accessToken, { type: "EMAIL", target: `${owner.userId}@example.com`, access: [] }));
  return { owner, member, invitationId, link };
};

describe("the list of members", () => {
  it("starts with the owner, then members and invitations, newest first", async () => {
    const { owner, member, invitationId } = await teamWithMembers();
    const { items, total } = await team.members(owner.accessToken);
    expect(total).toBe(4);
    expect(items.map(({ role, type, status }) => [role, type, status])).toEqual([
      ["OWNER", "WALLET", "VALID"],
      ["MEMBER", "EMAIL", "PENDING"],
      ["MEMBER", "LINK", "PENDING"],
      ["MEMBER", "LINK", "VALID"],
    ]);
    expect(items[0]).toMatchObject({
      uid: owner.userId.replaceAll("-", ""),
      access: expect.arrayContaining(["MEMBER"]),
    });
    expect(items[3]).toMatchObject({ invitationId, uid: member.userId.replaceAll("-", ""), access: ["HOSTING"] });
    expect(items[3]!.targetName).toBe(`${member.account.address.slice(0, 6)}…${member.account.address.slice(-4)}`);
  });

  it("is paged and filtered by name, note and status, always with the owner first", async () => {
    const { owner } = await teamWithMembers();
    const page = (query: string) => team.members(owner.accessToken, undefined, query);
    expect((await page("&size=2&page=2")).items.map(({ type }) => type)).toEqual(["LINK", "LINK"]);
    expect((await page("&size=2&page=9")).total).toBe(4);
    expect((await page("&keyword=100%25")).items.map(({ note }) => note)).toEqual(["Designs 100% of it"]);
    expect((await page("&keyword=%25")).total).toBe(1);
    expect((await page("&keyword=EXAMPLE.com")).total).toBe(1);
    expect((await page("&status=PENDING")).total).toBe(2);
    expect((await page("&status=VALID")).items.map(({ role }) => role)).toEqual(["OWNER", "MEMBER"]);
  });

  it("is readable by every member; links are shown to users who may invite", async () => {
    const { owner, member, link } = await teamWithMembers();
    const manager = await web.signIn();
    await joinTeam(web.url, owner.accessToken, manager.accessToken, { access: ["MEMBER"] });
    const linksSeenBy = async (token: string) =>
      (await team.members(token, owner.teamId)).items.flatMap((item) => item.link ?? []);
    expect(await linksSeenBy(member.accessToken)).toEqual([]);
    for (const { accessToken } of [owner, manager]) {
      const links = await linksSeenBy(accessToken);
      expect(links).toHaveLength(2);
      expect(links).toContain(link);
    }
  });

  it("hides links that were already opened", async () => {
    const { owner, link } = await teamWithMembers();
    dataOf(await team.redeem((await web.signIn()).accessToken, codeIn(link)));
    const { items } = await team.members(owner.accessToken);
    expect(items.flatMap((item) => item.link ?? [])).not.toContain(link);
  });

  it("of another team returns 404", async () => {
    const { owner } = await teamWithMembers();
    const stranger = await web.signIn();
    const path = `/api/auth/cooperation/invitations?teamId=${owner.teamId}`;
    expect((await web.call(`GET ${path}`, { token: stranger.accessToken })).status).toBe(404);
    expect((await web.call(`GET ${path}`)).status).toBe(401);
  });
});
