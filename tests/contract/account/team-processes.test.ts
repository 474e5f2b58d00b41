import { expect, test, vi } from "vitest";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { signInsPerMinute } from "../../../resources/limits.ts";
import { callerOf } from "../../support/server/api.ts";
import { sharedBy, testCloud } from "../../support/server/cloud.ts";
import { dataOf, teamCallsOf } from "../../support/account/members.ts";
import { newOwner } from "../../support/account/owner.ts";
import { recordingSocket } from "../../support/server/socket.ts";
import { joinTeam } from "../../support/account/team.ts";

test("a member removed in one process of the server loses access in the others immediately", async () => {
  const first = await testCloud();
  const second = await testCloud(sharedBy(first));
  const [owner, member] = [await newOwner(first.url), await newOwner(first.url)];
  const team = teamCallsOf(owner.call);
  const { invitationId, teamToken } = await joinTeam(first.url, owner.token, member.token);
  const elsewhere = callerOf(second.url);
  const listAt = () => elsewhere("GET /api/hosting/user/token/list", { token: teamToken });
  const screen = await recordingSocket(second.url, teamToken);
  const closed = new Promise((resolve) => screen.socket.once("disconnect", resolve));
  await vi.waitFor(
    async () => {
      // The second process listens a moment after it has opened; earlier events are not received.
      dataOf(await team.edit(owner.token, { invitationId, note: "seen" }));
      expect(screen.heard).toContain("updateTeam");
    },
    { timeout: 90_000, interval: 100 },
  );
  expect((await listAt()).status).toBe(200);
  dataOf(await team.edit(owner.token, { invitationId, status: "REMOVE" }));
  expect(await closed).toBe("io server disconnect");
  expect(screen.heard).toContain("broadcast");
  expect((await listAt()).status).toBe(401);
});

test("an address has one limit of sign-ins in all processes together", async () => {
  const first = await testCloud();
  const second = await testCloud(sharedBy(first));
  const ask = (url: string) => callerOf(url)(`GET /api/auth/web3code/${privateKeyToAddress(generatePrivateKey())}`);
  const admittedOf = async (calls: number): Promise<number> => {
    const asked = [first, second].flatMap(({ url }) => Array.from({ length: calls }, () => ask(url)));
    return (await Promise.all(asked)).filter(({ status }) => status === 200).length;
  };
  const startedMs = performance.now();
  // On a busy machine, a process that hears nothing of the other one in time counts a few calls alone.
  let admitted = await admittedOf(signInsPerMinute / 2);
  expect(admitted).toBeGreaterThan(0.9 * signInsPerMinute);
  let more: number;
  do {
    more = await admittedOf(2);
    admitted += more;
  } while (more > 0);
  const minutes = 1 + Math.floor((performance.now() - startedMs) / 60_000);
  expect(admitted).toBeLessThan(1.5 * signInsPerMinute * minutes);
});
