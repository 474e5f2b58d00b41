import { expect, it } from "vitest";
import { errors } from "../../../../resources/declare/errors.ts";
import { meaningOf } from "../../../../resources/declare/error-meaning.ts";
import { lockedStanding, openStanding } from "../../../../tests/support/billing/unlocks.ts";
import { codeIn, dataOf, teamCallsOf } from "../../../../tests/support/account/members.ts";
import { testWeb } from "../../../../tests/support/server/web.ts";

let standing = lockedStanding();
const web = await testWeb({
  standing: { ...standing, requireNeeds: (...args) => standing.requireNeeds(...args) },
});
const team = teamCallsOf(web.call);

it("a trial user may not invite: code 100077 opens the activation dialog", async () => {
  const owner = await web.signIn();
  const before = await team.members(owner.accessToken);
  const { status, body } = await team.invite(owner.accessToken, { type: "LINK" });
  expect([status, body]).toEqual([
    403,
    expect.objectContaining({ code: 100_077, message: errors.NOT_ACTIVATED.message }),
  ]);
  expect(meaningOf({ statusCode: status, code: body.code as number })).toBe("not-activated");
  expect(await team.members(owner.accessToken)).toEqual(before);
  standing = openStanding();
  expect((await team.invite(owner.accessToken, { type: "LINK" })).status).toBe(200);
});

it("a trial user can accept an invitation", async () => {
  standing = openStanding();
  const [owner, guest] = [await web.signIn(), await web.signIn()];
  const { link } = dataOf<{ link: string }>(await team.invite(owner.accessToken, { type: "LINK" }));
  standing = lockedStanding();
  const { invitationId } = dataOf<{ invitationId: string }>(await team.redeem(guest.accessToken, codeIn(link)));
  dataOf(await team.answer(guest.accessToken, invitationId, true));
  expect((await team.teams(guest.accessToken)).map(({ teamId }) => teamId)).toContain(owner.teamId);
});
