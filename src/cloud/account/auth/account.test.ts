import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { UserInfo } from "../../../../resources/account/session.ts";
import type { DeviceSession } from "../../../../resources/account/sessions.ts";
import type { Team } from "../../../../resources/account/teams/teams.ts";
import { avatarBytesMax, usernameMax } from "../../../../resources/limits.ts";
import { linkWallet } from "../../../../tests/support/account/link-wallet.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";

let web: TestWeb;
beforeAll(async () => {
  web = await testWeb();
});
afterEach(() => expect(web.faults).toEqual([]));

type Person = Awaited<ReturnType<TestWeb["signIn"]>>;
const newWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());
const userOf = async ({ accessToken: token }: Person) =>
  (await web.call("GET /api/auth/user", { token })).body.data as UserInfo;
const teamOf = async ({ accessToken: token }: Person) =>
  ((await web.call("GET /api/auth/cooperation/teams", { token })).body.data as { items: Team[] }).items[0]!;
const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

describe("the profile", () => {
  const rename = ({ accessToken: token }: Person, body: unknown) =>
    web.call("PUT /api/auth/user/profile", { token, body });

  it("names the user and the user's own team", async () => {
    const ann = await web.signIn();
    expect((await rename(ann, { username: "  Ann of the Meadow " })).status).toBe(200);
    expect((await userOf(ann)).username).toBe("Ann of the Meadow");
    expect((await teamOf(ann)).teamName).toBe("Ann of the Meadow");
  });

  it.each(["", "   ", "x".repeat(usernameMax + 1), "two\nlines", "\u202eannA", "a\u0000b"])(
    "rejects %j as a name, with the reason at the field",
    async (username) => {
      const answer = await rename(await web.signIn(), { username });
      expect([answer.status, Object.keys(answer.body.data)]).toEqual([422, ["username"]]);
    },
  );

  it("ignores other fields sent with the name", async () => {
    const [ann, bob] = [await web.signIn(), await web.signIn()];
    const before = await userOf(ann);
    await rename(ann, {
      username: "Ann",
      uid: bob.userId,
      operator: true,
      address: bob.account.address,
      avatar_id: "x",
    });
    expect(await userOf(ann)).toEqual({ ...before, username: "Ann" });
    expect((await userOf(bob)).username).not.toBe("Ann");
  });
});

describe("the avatar", () => {
  const send = ({ accessToken: token }: Person, bytes: Buffer) =>
    web.call("PUT /api/auth/user/avatar", { token, body: { image: bytes.toString("base64") } });

  it("is shown for the user and the own team, served so that no browser executes it", async () => {
    const ann = await web.signIn();
    expect((await send(ann, png)).status).toBe(200);
    const { avatar } = await userOf(ann);
    expect((await teamOf(ann)).teamAvatar).toBe(avatar);
    const avatarBytes = await fetch(web.url + avatar);
    expect(Buffer.from(await avatarBytes.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(avatarBytes.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
  });

  it("disappears from its URL when replaced or removed; a generated image follows", async () => {
    const ann = await web.signIn();
    const { avatar: drawn } = await userOf(ann);
    await send(ann, png);
    const first = (await userOf(ann)).avatar;
    await send(ann, Buffer.concat([png, png]));
    expect((await fetch(web.url + first)).status).toBe(404);
    await web.call("DELETE /api/auth/user/avatar", { token: ann.accessToken });
    expect((await userOf(ann)).avatar).toBe(drawn);
  });

  it.each([
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a document", Buffer.from("%PDF-1.7")],
    ["nothing", Buffer.alloc(0)],
  ])("is never %s", async (_kind, bytes) => {
    expect((await send(await web.signIn(), bytes)).status).toBe(422);
  });

  it("is at most 256 KB", async () => {
    const ann = await web.signIn();
    const avatarBytes = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
    expect((await send(ann, avatarBytes(avatarBytesMax))).status).toBe(200);
    expect((await send(ann, avatarBytes(avatarBytesMax + 4))).status).toBe(422);
  });

  it.each(["nothing", "../../../etc/passwd", "00000000-0000-4000-8000-000000000000"])(
    "is not found as %s",
    async (id) => {
      expect((await fetch(`${web.url}/avatars/${encodeURIComponent(id)}`)).status).toBe(404);
    },
  );
});

describe("sessions", () => {
  const listed = async ({ accessToken: token }: Person) =>
    ((await web.call("GET /api/auth/user/sessions", { token })).body.data as { items: DeviceSession[] }).items;
  const works = async ({ accessToken: token }: Person) => (await web.call("GET /api/auth/user", { token })).status;

  it("are listed with device, address and times, the current one first", async () => {
    const wallet = newWallet();
    const [first, second] = [await web.signIn(wallet), await web.signIn(wallet)];
    const items = await listed(first);
    expect(items.map(({ current }) => current)).toEqual([true, false]);
    expect(items[0]).toMatchObject({ device: "node", ip: expect.stringMatching(/127\.0\.0\.1|::1/) as string });
    expect(Math.abs(items[0]!.signedInAt - Date.now() / 1000)).toBeLessThan(60);
    expect((await listed(second))[0]!.id).toBe(items[1]!.id);
  });

  it("end immediately when revoked, with their refresh token and a reason", async () => {
    const wallet = newWallet();
    const [here, there] = [await web.signIn(wallet), await web.signIn(wallet)];
    expect(await works(there)).toBe(200);
    const { id } = (await listed(here)).find(({ current }) => !current)!;
    expect((await web.call(`DELETE /api/auth/user/sessions/${id}`, { token: here.accessToken })).status).toBe(200);
    const refused = await web.call("GET /api/auth/user", { token: there.accessToken });
    expect([refused.status, refused.body.code]).toEqual([401, "SESSION_ENDED"]);
    const refreshed = await web.call("POST /api/auth/refresh", { body: { refreshToken: there.refreshToken } });
    expect(refreshed.status).toBe(401);
    expect(await works(here)).toBe(200);
    expect(await listed(here)).toHaveLength(1);
  });

  it("can all be ended except the current one", async () => {
    const wallet = newWallet();
    const [here, ...others] = [await web.signIn(wallet), await web.signIn(wallet), await web.signIn(wallet)];
    const answer = await web.call("DELETE /api/auth/user/sessions", { token: here!.accessToken });
    expect(answer.body.data).toEqual({ ended: 2 });
    expect(await Promise.all([here!, ...others].map(works))).toEqual([200, 401, 401]);
  });

  it("of other users are not found", async () => {
    const [ann, bob] = [await web.signIn(), await web.signIn()];
    const { id } = (await listed(bob))[0]!;
    for (const wrong of [id, "nothing"])
      expect((await web.call(`DELETE /api/auth/user/sessions/${wrong}`, { token: ann.accessToken })).status).toBe(404);
    expect(await works(bob)).toBe(200);
  });

  it("that ended do not block a new sign-in", async () => {
    const wallet = newWallet();
    const [here, there] = [await web.signIn(wallet), await web.signIn(wallet)];
    await web.call("DELETE /api/auth/user/sessions", { token: here.accessToken });
    const response = await web.call(`GET /api/auth/web3code/${wallet.address}`, { token: there.accessToken });
    expect(response.status).toBe(200);
  });
});

describe("wallets", () => {
  const linkMessage = async ({ accessToken: token }: Person, address: string) =>
    web.call(`GET /api/auth/user/wallets/${address}/message`, { token });
  const link = ({ accessToken: token }: Person, wallet: PrivateKeyAccount) =>
    linkWallet(web.call, token, wallet, "OKX");
  const unlink = ({ accessToken: token }: Person, address: string) =>
    web.call(`DELETE /api/auth/user/wallets/${address}`, { token });
  const listed = async ({ accessToken: token }: Person) =>
    ((await web.call("GET /api/auth/user/wallets", { token })).body.data as { items: object[] }).items;

  it("that are linked sign in to the same user", async () => {
    const [ann, second] = [await web.signIn(), newWallet()];
    expect((await link(ann, second)).status).toBe(200);
    const again = await web.signIn(second);
    expect(again.userId).toBe(ann.userId);
    expect((await userOf(again)).wallet!.address).toBe(ann.account.address);
    expect(await listed(ann)).toEqual([
      { address: ann.account.address, walletType: "METAMASK", primary: true, linkedAt: expect.any(Number) as number },
      { address: second.address, walletType: "OKX", primary: false, linkedAt: expect.any(Number) as number },
    ]);
  });

  it("sign a message that names the account to link", async () => {
    const [ann, second] = [await web.signIn(), newWallet()];
    const { message } = (await linkMessage(ann, second.address)).body.data as { message: string };
    expect(message).toContain(`Link this wallet to the Freehold account ${ann.account.address}.`);
  });

  it("reject a sign-in signature for linking, another user's signature, and a link signature for sign-in", async () => {
    const [ann, bob, second] = [await web.signIn(), await web.signIn(), newWallet()];
    const toSignIn = (await web.call(`GET /api/auth/web3code/${second.address}`)).body.data as never;
    const toBob = (await linkMessage(bob, second.address)).body.data as never;
    for (const { message, nonce } of [toSignIn, toBob] as { message: string; nonce: string }[]) {
      const body = { address: second.address, nonce, signature: await second.signMessage({ message }) };
      const answer = await web.call("POST /api/auth/user/wallets", { token: ann.accessToken, body });
      expect(answer.body.code).toBe("SIGN_IN_EXPIRED");
    }
    const { message, nonce } = toBob as { message: string; nonce: string };
    const body = { signature: await second.signMessage({ message }), nonce, appName: "test" };
    const entered = await web.call(`POST /api/auth/web3login/${second.address}`, { body });
    expect(entered.body.code).toBe("SIGN_IN_EXPIRED");
  });

  it("with an existing account are refused, with a way forward", async () => {
    const [ann, bob] = [await web.signIn(), await web.signIn()];
    const answer = await link(ann, bob.account);
    expect([answer.status, answer.body.code]).toEqual([409, "WALLET_TAKEN"]);
    expect((await link(ann, ann.account)).body.code).toBe("WALLET_LINKED");
  });

  it("can be unlinked except the last; another replaces the main wallet", async () => {
    const [ann, second] = [await web.signIn(), newWallet()];
    expect((await unlink(ann, ann.account.address)).body.code).toBe("WALLET_LAST");
    await link(ann, second);
    expect((await unlink(ann, ann.account.address.toLowerCase())).status).toBe(200);
    expect((await userOf(ann)).wallet).toEqual({ address: second.address, walletType: "OKX" });
    expect((await unlink(ann, second.address)).body.code).toBe("WALLET_LAST");
    const stranger = await web.signIn(ann.account);
    expect(stranger.userId).not.toBe(ann.userId);
  });

  it("of other users are not found", async () => {
    const [ann, bob] = [await web.signIn(), await web.signIn()];
    expect((await unlink(ann, bob.account.address)).status).toBe(404);
  });

  it("linked by two users at once go to one of them", async () => {
    const [ann, bob, wallet] = [await web.signIn(), await web.signIn(), newWallet()];
    const [entered, ...answers] = await Promise.all([web.signIn(wallet), link(ann, wallet), link(bob, wallet)]);
    const owner = await web.signIn(wallet);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(owner.userId).toBe(entered.userId);
  });
});
