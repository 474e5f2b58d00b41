/** Sign-in with a code-hosting account, and linking one to a wallet, with a GitHub emulator. */
import { randomBytes } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { AuthData, UserInfo } from "../../../resources/account/session.ts";
import { errors } from "../../../resources/declare/errors.ts";
import { callerOf, type Call } from "../../support/server/api.ts";
import { agreeAt, testCodeHosting } from "../../support/git/code-hosting.ts";
import { linkWallet } from "../../support/account/link-wallet.ts";
import { codeIn, dataOf, teamCallsOf } from "../../support/account/members.ts";
import { ownerWith } from "../../support/account/owner.ts";
import { signIn } from "../../support/account/sign-in.ts";

let world: Awaited<ReturnType<typeof testCodeHosting>>;
let call: Call;
let team: ReturnType<typeof teamCallsOf>;
beforeAll(async () => {
  world = await testCodeHosting();
  call = callerOf(world.cloud.url);
  team = teamCallsOf(call);
});
afterEach(() => expect(world.cloud.faults).toEqual([]));

const newBrowser = (): string => randomBytes(24).toString("base64url");
const enter = async (wallet = privateKeyToAccount(generatePrivateKey())) => ({
  wallet,
  token: (await signIn(world.cloud.url, wallet)).accessToken,
});
type User = Awaited<ReturnType<typeof enter>>;
const user = async (token: string) => (await call("GET /api/auth/user", { token })).body.data as UserInfo;

const bind = (browser: string, { person, code, apply }: { person?: User; code?: string; apply?: string } = {}) =>
  call("POST /api/auth/bind", {
    token: person?.token,
    body: { type: "GITHUB", apply: apply ?? person?.wallet.address ?? "", browser, ...(code && { code }) },
  });
const vcode = (browser: string, { code, state }: { code: string; state: string }, token?: string, more = "") =>
  call(`GET /api/auth/auth/vcode/${code}?type=1&state=${state}&browser=${browser}${more}`, { token });
/** Follows the URL of `bind` to GitHub and back. */
const leave = async (answer: Awaited<ReturnType<typeof bind>>) =>
  agreeAt((answer.body.data as { applyR: string }).applyR);
const flc = (person: User, browser: string, code: string, done = "") =>
  call(`GET /api/auth/flc${done}?code=${code}&browser=${browser}`, { token: person.token });

const signInByGitHub = async (more = "") => {
  const browser = newBrowser();
  const { stoken } = dataOf<{ stoken: string }>(
    await vcode(browser, await leave(await bind(browser)), undefined, more),
  );
  return dataOf<AuthData>(await call(`POST /api/auth/st/${stoken}`));
};
const invite = async (owner: User, wish: Parameters<typeof team.invite>[1]) =>
  dataOf<{ invitationId: string; link: string }>(await team.invite(owner.token, wish));

const linked = async (login: string) => {
  world.gitHub.become(login);
  const [person, browser] = [await enter(), newBrowser()];
  const back = await vcode(browser, await leave(await bind(browser, { person })), person.token);
  expect(back.body.data).toEqual({ stoken: null, github: { name: login } });
  return person;
};

describe("a code-hosting account linked to a wallet", () => {
  test("is linked through GitHub's consent, appears in the user info, and signs in as the wallet's user", async () => {
    const person = await linked("lovelace");
    expect((await user(person.token)).github).toEqual({ name: "lovelace" });
    const opened = await signInByGitHub();
    expect((await user(opened.accessToken)).uid).toBe((await user(person.token)).uid);
  });

  test("accepts the code of an invite link at sign-in, as a wallet does; a wrong code is ignored", async () => {
    const [owner, person] = [await enter(), await linked("invited")];
    const { invitationId, link } = await invite(owner, { type: "LINK" });
    await signInByGitHub(`&inviteCode=${codeIn(link)}`);
    expect((await team.notices(person.token)).map((notice) => notice.invitationId)).toEqual([invitationId]);
    expect((await signInByGitHub("&inviteCode=no-such-code")).accessToken).not.toBe("");
  });

  test("shows pending wallet invitations at sign-in", async () => {
    const [owner, person] = [await enter(), await linked("awaited")];
    const spare = privateKeyToAccount(generatePrivateKey());
    const waiting = await invite(owner, { type: "WALLET", target: spare.address });
    // One invitation per team is shown at a time: the other waits although its wallet is linked.
    const shown = await invite(owner, { type: "WALLET", target: person.wallet.address });
    dataOf(await linkWallet(call, person.token, spare));
    dataOf(await team.answer(person.token, shown.invitationId, false));
    const invitationIds = async () => (await team.notices(person.token)).map((notice) => notice.invitationId);
    expect(await invitationIds()).not.toContain(waiting.invitationId);
    await signInByGitHub();
    expect(await invitationIds()).toContain(waiting.invitationId);
  });

  test("without a link answers with code 10026 and is detected for the same browser", async () => {
    world.gitHub.become("newcomer");
    const browser = newBrowser();
    const answer = await leave(await bind(browser));
    const refused = await vcode(browser, answer);
    expect([refused.status, refused.body.code]).toEqual([404, 10026]);
    const person = await enter();
    expect((await flc(person, browser, answer.code)).body.data).toEqual({ res: true, github: { name: "newcomer" } });
    const bound = await bind(browser, { person, code: answer.code });
    expect(bound.body.data).toEqual({ applyR: "", github: { name: "newcomer" } });
    expect((await user(person.token)).github).toEqual({ name: "newcomer" });
    expect((await flc(person, browser, answer.code)).body.data).toEqual({ res: false, github: null });
  });

  test("declining dismisses the detected account permanently", async () => {
    world.gitHub.become("shy");
    const browser = newBrowser();
    const answer = await leave(await bind(browser));
    await vcode(browser, answer);
    const person = await enter();
    expect((await flc(person, browser, answer.code, "/done")).status).toBe(200);
    expect((await flc(person, browser, answer.code)).body.data).toEqual({ res: false, github: null });
    const again = await bind(browser, { person, code: answer.code });
    expect((again.body.data as { applyR: string }).applyR).toMatch(/^http/);
  });

  test("with an expired detection needs a new GitHub sign-in", async () => {
    world.gitHub.become("late");
    const browser = newBrowser();
    const answer = await leave(await bind(browser));
    await vcode(browser, answer);
    await world.cloud.database.db
      .updateTable("code_host_detected")
      .set({ expires_at: new Date(0) })
      .execute();
    const person = await enter();
    const started = await bind(browser, { person, code: answer.code });
    const back = await vcode(browser, await leave(started), person.token);
    expect(back.body.data).toEqual({ stoken: null, github: { name: "late" } });
  });

  test("can be unlinked, and then signs no one in", async () => {
    const person = await linked("leaver");
    expect((await call("DELETE /api/auth/bind", { token: person.token })).status).toBe(200);
    expect((await user(person.token)).github).toBeNull();
    const browser = newBrowser();
    expect((await vcode(browser, await leave(await bind(browser)))).body.code).toBe(10026);
  });
});

describe("an account linked to another user", () => {
  test("moves to a new, empty wallet: the refusal returns new auth data as a string", async () => {
    const owner = await linked("twowallets");
    const [second, browser] = [await enter(), newBrowser()];
    const back = await vcode(browser, await leave(await bind(browser, { person: second })), second.token);
    expect([back.status, back.body.message]).toEqual([409, "Successfully bound your account."]);
    const data = JSON.parse(back.body.data) as AuthData;
    expect((await user(data.accessToken)).uid).toBe((await user(owner.token)).uid);
    const again = await enter(second.wallet);
    expect((await user(again.token)).uid).toBe((await user(owner.token)).uid);
    expect((await call("GET /api/auth/user", { token: second.token })).status).toBe(401);
  });

  test("is refused with a message and no data when the wallet's account is in use", async () => {
    await linked("taken");
    const [second, browser] = [await enter(), newBrowser()];
    await ownerWith(world.cloud.url, second.token).data("POST /api/hosting/project", {
      name: "in-use",
      platform: "IPFS",
      deployType: "UPLOAD",
    });
    const back = await vcode(browser, await leave(await bind(browser, { person: second })), second.token);
    expect([back.status, back.body.message, back.body.data]).toEqual([409, errors.CODE_HOST_TAKEN.message, undefined]);
    expect((await user(second.token)).github).toBeNull();
  });

  test("cannot be linked for repositories either", async () => {
    await linked("both");
    const ask = await world.newPerson();
    const { url } = await ask<{ url: string }>("POST /code-host/link", {});
    await expect(ask("POST /code-host/link/done", await agreeAt(url))).rejects.toThrow(
      "linked to another Freehold account",
    );
  });
});

describe("the response from GitHub", () => {
  test("is valid once, in the browser that started the flow, and not with a forged state", async () => {
    await linked("careful");
    const browser = newBrowser();
    const answer = await leave(await bind(browser));
    const expired = "CODE_HOST_LINK_EXPIRED";
    expect((await vcode(newBrowser(), answer)).body.code).toBe(expired);
    expect((await vcode(browser, { ...answer, state: "made-up" })).body.code).toBe(expired);
    expect((await vcode(browser, answer)).status).toBe(200);
    expect((await vcode(browser, answer)).body.code).toBe(expired);
  });

  test("answers code 5110 unless the user who started the flow presents it", async () => {
    world.gitHub.become("mallory");
    const [person, other, browser] = [await enter(), await enter(), newBrowser()];
    const answer = await leave(await bind(browser, { person }));
    const refused = await vcode(browser, answer, other.token);
    expect([refused.body.code, refused.body.message]).toEqual([5110, "Account verification failed"]);
    expect((await user(other.token)).github).toBeNull();
    expect((await user(person.token)).github).toBeNull();
  });

  test("is useless without the browser's secret, even with the code", async () => {
    world.gitHub.become("watched");
    const browser = newBrowser();
    const answer = await leave(await bind(browser));
    await vcode(browser, answer);
    const thief = await enter();
    expect((await flc(thief, newBrowser(), answer.code)).body.code).toBe(5110);
    expect((await bind(newBrowser(), { person: thief, code: answer.code })).body.code).toBe(5110);
    expect((await flc(thief, newBrowser(), answer.code, "/done")).status).toBe(200);
    const owner = await enter();
    expect((await flc(owner, browser, answer.code)).body.data).toMatchObject({ res: true });
  });

  test("redirects to this server regardless of the request", async () => {
    const started = await bind(newBrowser());
    const { applyR } = started.body.data as { applyR: string };
    expect(new URL(applyR).searchParams.get("redirect_uri")).toBe(`${world.cloud.url}/login/github`);
  });
});

describe("linking", () => {
  test("needs a signed-in caller and one of the caller's wallets", async () => {
    const [person, other] = [await enter(), await enter()];
    expect((await bind(newBrowser(), { apply: person.wallet.address })).status).toBe(401);
    const foreign = await bind(newBrowser(), { person, apply: other.wallet.address });
    expect([foreign.status, Object.keys(foreign.body.data)]).toEqual([422, ["apply"]]);
  });

  test("is refused for auth tokens", async () => {
    const ask = await world.newPerson();
    const { token } = await ask<{ token: string }>("POST /user/token/new", { name: "ci" });
    for (const line of ["POST /api/hosting/code-host/link", "POST /api/auth/bind"]) {
      const body = { type: "GITHUB", apply: "0x", browser: newBrowser() };
      expect([403, 422, 428]).toContain((await call(line, { token, body })).status);
    }
    expect((await call("DELETE /api/hosting/code-host", { token })).status).toBe(403);
  });

  test("keeps tokens encrypted and never returns them", async () => {
    await linked("sealed");
    world.gitHub.become("detected-sealed");
    const browser = newBrowser();
    await vcode(browser, await leave(await bind(browser)));
    const { db } = world.cloud.database;
    const rows = [
      ...(await db.selectFrom("code_host_account").select("sealed_token").execute()),
      ...(await db.selectFrom("code_host_detected").select("sealed_token").execute()),
    ];
    expect(rows.some(({ sealed_token }) => sealed_token.includes("gho_"))).toBe(false);
    expect(JSON.stringify(world.cloud.logged)).not.toMatch(/gho_|browser=/);
  });
});
