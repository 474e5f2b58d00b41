import { decodeJwt } from "jose";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import type { UserInfo } from "../../../../resources/account/session.ts";
import { accessTokenSeconds, signInsPerMinute, tokenRefreshWindowMs } from "../../../../resources/limits.ts";
import { signMessage } from "../../../../tests/support/account/sign-in.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";

let web: TestWeb;
beforeAll(async () => {
  web = await testWeb();
});

const newWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());
const askMessage = async (address: string, headers: Record<string, string> = {}) =>
  (await web.call(`GET /api/auth/web3code/${address}`, { headers })).body.data as { message: string; nonce: string };
const login = (address: string, body: object, headers: Record<string, string> = {}) =>
  web.call(`POST /api/auth/web3login/${address}`, { body: { appName: "test", ...body }, headers });

describe("signing in with a wallet", () => {
  it("asks the wallet to sign an EIP-4361 message for this origin's domain", async () => {
    const { address } = newWallet();
    const { message, nonce } = await askMessage(address);
    expect(message).toContain(`${new URL(web.url).host} wants you to sign in with your Ethereum account:\n${address}`);
    expect(message).toContain(`Nonce: ${nonce}`);
    expect(message).toMatch(/Expiration Time: \d{4}-/);
  });

  it("exchanges the signature for a one-time token, and that for access and refresh tokens", async () => {
    const wallet = newWallet();
    const session = await web.call(`POST /api/auth/st/${await signMessage(web.url, wallet)}`);
    const data = session.body.data as { accessToken: string; accessTokenExpireAt: number; refreshToken: string };
    expect(session.body).toMatchObject({ code: 200, message: "OK" });
    expect(data.accessTokenExpireAt - Date.now()).toBeGreaterThan(tokenRefreshWindowMs);
    expect(data.accessTokenExpireAt - Date.now()).toBeLessThanOrEqual(accessTokenSeconds * 1000);
    const user = (await web.call("GET /api/auth/user", { token: data.accessToken })).body.data as UserInfo;
    expect(user.wallet!.address).toBe(wallet.address);
    expect(user.username).toBe(`${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`);
    expect(user.euid).toMatch(/^0x[0-9a-f]{64}$/);
    expect(user.avatar).toMatch(/^data:image\/svg\+xml,/);
  });

  it("uses the address's newest message when the client does not name the nonce", async () => {
    const wallet = newWallet();
    await askMessage(wallet.address);
    const { message } = await askMessage(wallet.address);
    const answered = await login(wallet.address, { signature: await wallet.signMessage({ message }) });
    expect(answered.status).toBe(200);
  });

  it("rejects a signature over an altered message", async () => {
    const wallet = newWallet();
    const { message, nonce } = await askMessage(wallet.address);
    const signature = await wallet.signMessage({ message: message.replace("Chain ID: 1", "Chain ID: 137") });
    expect((await login(wallet.address, { signature, nonce })).body.code).toBe("SIGNATURE_INVALID");
  });

  it("rejects a signature by another wallet, and invalid signatures", async () => {
    const wallet = newWallet();
    const { message, nonce } = await askMessage(wallet.address);
    const signature = await newWallet().signMessage({ message });
    expect((await login(wallet.address, { signature, nonce })).body.code).toBe("SIGNATURE_INVALID");
    expect((await login(wallet.address, { signature: "0x12", nonce })).body.code).toBe("SIGNATURE_INVALID");
  });

  it("rejects another wallet's nonce", async () => {
    const [wallet, other] = [newWallet(), newWallet()];
    const { message } = await askMessage(wallet.address);
    const { nonce } = await askMessage(other.address);
    const signature = await wallet.signMessage({ message });
    expect((await login(wallet.address, { signature, nonce })).body.code).toBe("SIGN_IN_EXPIRED");
  });

  it("rejects a message for another domain", async () => {
    const wallet = newWallet();
    const elsewhere = { "x-forwarded-host": "localhost:9" };
    const { message, nonce } = await askMessage(wallet.address, elsewhere);
    const signature = await wallet.signMessage({ message });
    expect((await login(wallet.address, { signature, nonce })).body.code).toBe("SIGNATURE_INVALID");
    expect((await login(wallet.address, { signature, nonce }, elsewhere)).status).toBe(200);
  });

  it("creates no message for a foreign host name", async () => {
    const { address } = newWallet();
    const reply = await web.call(`GET /api/auth/web3code/${address}`, { headers: { "x-forwarded-host": "evil.com" } });
    expect([reply.status, reply.body.code]).toEqual([403, "SIGN_IN_ADDRESS"]);
  });

  it("creates messages for the public URL if set, and for no other", async () => {
    const published = await testWeb({ settings: { PUBLIC_URL: "https://cloud.example" } });
    const ask = (host: string) =>
      published.call(`GET /api/auth/web3code/${newWallet().address}`, { headers: { "x-forwarded-host": host } });
    const { message } = (await ask("cloud.example")).body.data as { message: string };
    expect(message).toMatch(/^cloud\.example wants you[^]*\nURI: https:\/\/cloud\.example\n/);
    expect((await ask("localhost")).body.code).toBe("SIGN_IN_ADDRESS");
  });

  it("signs in at a host name without a dot", async () => {
    const published = await testWeb({ settings: { PUBLIC_URL: "http://box:4040" } });
    const headers = { "x-forwarded-host": "box:4040" };
    const wallet = newWallet();
    const asked = await published.call(`GET /api/auth/web3code/${wallet.address}`, { headers });
    const { message, nonce } = asked.body.data as { message: string; nonce: string };
    expect(message).toContain("\nURI: http://box:4040\n");
    const body = { signature: await wallet.signMessage({ message }), nonce, appName: "test" };
    expect((await published.call(`POST /api/auth/web3login/${wallet.address}`, { headers, body })).status).toBe(200);
  });

  it("accepts a signed message once, even in parallel requests", async () => {
    const wallet = newWallet();
    const { message, nonce } = await askMessage(wallet.address);
    const signature = await wallet.signMessage({ message });
    const twins = await Promise.all(Array.from({ length: 8 }, () => login(wallet.address, { signature, nonce })));
    expect(twins.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await login(wallet.address, { signature, nonce })).body.code).toBe("SIGN_IN_EXPIRED");
  });

  it("rejects a message older than five minutes", async () => {
    const wallet = newWallet();
    const { message, nonce } = await askMessage(wallet.address);
    await web.database.db
      .updateTable("sign_in_request")
      .set({ expires_at: new Date(Date.now() - 1) })
      .where("nonce", "=", nonce)
      .execute();
    const signature = await wallet.signMessage({ message });
    expect((await login(wallet.address, { signature, nonce })).body.code).toBe("SIGN_IN_EXPIRED");
  });

  it("accepts the one-time token once", async () => {
    const stoken = await signMessage(web.url, newWallet());
    expect((await web.call(`POST /api/auth/st/${stoken}`)).status).toBe(200);
    expect((await web.call(`POST /api/auth/st/${stoken}`)).body.code).toBe("SIGN_IN_EXPIRED");
  });

  it("reports an invalid address or signature at its field", async () => {
    const reply = await web.call("GET /api/auth/web3code/0x12");
    expect([reply.status, reply.body.data]).toEqual([422, { address: ["Invalid wallet address"] }]);
    const answered = await login(newWallet().address, { signature: 7 });
    expect(Object.keys(answered.body.data)).toEqual(["signature"]);
  });

  it("keeps the user and records the wallet at the second sign-in", async () => {
    const first = await web.signIn();
    const { message, nonce } = await askMessage(first.account.address);
    const signature = await first.account.signMessage({ message });
    const { stoken } = (await login(first.account.address, { signature, nonce, walletType: "OKX" })).body.data as {
      stoken: string;
    };
    const { accessToken } = (await web.call(`POST /api/auth/st/${stoken}`)).body.data as { accessToken: string };
    expect(decodeJwt(accessToken).sub).toBe(first.userId);
    const user = (await web.call("GET /api/auth/user", { token: accessToken })).body.data as UserInfo;
    expect(user.wallet!.walletType).toBe("OKX");
  });

  it("rate-limits requests for messages", async () => {
    const calm = await testWeb();
    const reply = await Promise.all(
      Array.from({ length: signInsPerMinute + 1 }, () => calm.call(`GET /api/auth/web3code/${newWallet().address}`)),
    );
    expect(reply.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
