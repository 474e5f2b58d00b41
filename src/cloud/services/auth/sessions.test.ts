import { createPublicKey } from "node:crypto";
import { SignJWT, generateKeyPair } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuthData } from "../../../../resources/account/session.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/web.ts";
import { hashOf } from "../secrets.ts";

let web: TestWeb;
beforeAll(async () => {
  web = await testWeb();
});

const refresh = (refreshToken: string, headers: Record<string, string> = {}) =>
  web.call("POST /api/auth/refresh", { body: { refreshToken }, headers });
const dataOf = async (answer: ReturnType<typeof refresh>) => (await answer).body.data as AuthData;
const statusWith = async (token: string) => (await web.call("GET /api/auth/user", { token })).status;
const ageUse = (refreshToken: string) =>
  web.database.db
    .updateTable("refresh_token")
    .set({ used_at: new Date(Date.now() - 11_000) })
    .where("hash", "=", hashOf(refreshToken))
    .execute();

describe("a session", () => {
  it("is renewed by its refresh token, which is then replaced", async () => {
    const first = await web.signIn();
    const second = await dataOf(refresh(first.refreshToken));
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await statusWith(second.accessToken)).toBe(200);
    expect((await refresh(second.refreshToken)).status).toBe(200);
  });

  it("bears tabs that refresh with the same token within ten seconds", async () => {
    const { refreshToken } = await web.signIn();
    const twins = await Promise.all([refresh(refreshToken), refresh(refreshToken), refresh(refreshToken)]);
    expect(twins.map(({ status }) => status)).toEqual([200, 200, 200]);
    const renewed = await Promise.all(twins.map(({ body }) => refresh((body.data as AuthData).refreshToken)));
    expect(renewed.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("ends with all its tokens when an old refresh token is used again", async () => {
    const first = await web.signIn();
    const second = await dataOf(refresh(first.refreshToken));
    expect(await statusWith(second.accessToken)).toBe(200);
    await ageUse(first.refreshToken);
    expect((await refresh(first.refreshToken)).body.code).toBe("REFRESH_REUSED");
    expect((await refresh(second.refreshToken)).status).toBe(401);
    expect(await statusWith(second.accessToken)).toBe(401);
  });

  it("does not end another session of the same person", async () => {
    const first = await web.signIn();
    const other = await web.signIn(first.account);
    await dataOf(refresh(first.refreshToken));
    await ageUse(first.refreshToken);
    await refresh(first.refreshToken);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  it("ends at sign-out, with its access and team tokens", async () => {
    const { accessToken, refreshToken } = await web.signIn();
    const [team] = (await web.call("GET /api/auth/cooperation/teams", { token: accessToken })).body.data["items"] as {
      token: string;
    }[];
    expect(await statusWith(team!.token)).toBe(200);
    expect((await web.call("POST /api/auth/sign-out", { body: { refreshToken } })).body.data).toBeNull();
    expect(await statusWith(accessToken)).toBe(401);
    expect(await statusWith(team!.token)).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  it("is not opened by a refresh token that was never issued", async () => {
    expect((await refresh("made-up")).body.code).toBe("UNAUTHORIZED");
  });

  it("gives a repeated refresh the same reply, whose tokens the database does not hold in the clear", async () => {
    const { refreshToken } = await web.signIn();
    const key = { "idempotency-key": crypto.randomUUID() };
    const answers = await Promise.all([refresh(refreshToken, key), refresh(refreshToken, key)]);
    expect(answers[0].text).toBe(answers[1].text);
    const kept = await web.database.db.selectFrom("idempotent_reply").selectAll().execute();
    const renewed = answers[0].body.data as AuthData;
    for (const row of kept) {
      expect(row.sealed_reply!.includes(renewed.refreshToken)).toBe(false);
      expect(row.sealed_reply!.includes(Buffer.from("refreshToken"))).toBe(false);
    }
    expect(kept.length).toBeGreaterThan(0);
  });
});

describe("an access token", () => {
  it("is taken with and without the word Bearer", async () => {
    const { accessToken } = await web.signIn();
    expect(await statusWith(accessToken)).toBe(200);
    expect(await statusWith(`Bearer ${accessToken}`)).toBe(200);
  });

  it("is refused when it is altered, expired, signed by another key or nothing at all", async () => {
    const { accessToken, userId } = await web.signIn();
    const [header, payload, signature] = accessToken.split(".") as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const altered = Buffer.from(JSON.stringify({ ...claims, tid: crypto.randomUUID() })).toString("base64url");
    const { privateKey } = await generateKeyPair("EdDSA");
    const foreign = await new SignJWT({ ...claims, sub: userId }).setProtectedHeader({ alg: "EdDSA" }).sign(privateKey);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    for (const token of [`${header}.${altered}.${signature}`, foreign, unsigned, "x", "Bearer", ""]) {
      expect(await statusWith(token)).toBe(401);
    }
  });

  it("is not believed for its own word on the algorithm: HMAC keyed with our public key signs nothing", async () => {
    const { accessToken } = await web.signIn();
    const payload = accessToken.split(".")[1]!;
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const { private_jwk } = await web.database.db
      .selectFrom("signing_key")
      .select("private_jwk")
      .executeTakeFirstOrThrow();
    const { d: _secret, ...publicJwk } = private_jwk as JsonWebKey & { d: string };
    const publicKeys = [
      Buffer.from(publicJwk.x!, "base64url"),
      Buffer.from(JSON.stringify(publicJwk)),
      createPublicKey({ key: publicJwk, format: "jwk" }).export({ type: "spki", format: "pem" }),
    ];
    for (const key of publicKeys) {
      for (const alg of ["HS256", "HS512"]) {
        const token = await new SignJWT(claims)
          .setProtectedHeader({ alg, kid: "1" })
          .sign(new Uint8Array(Buffer.from(key)));
        expect(await statusWith(token)).toBe(401);
      }
    }
  });

  it("stays good after a restart, for the key is kept", async () => {
    const { accessToken } = await web.signIn();
    const { createAuth } = await import("./service.ts");
    const restarted = createAuth(web.database, { teams: web.teams, callers: web.callers, allowance: web.allowance });
    expect(await restarted.identify(accessToken)).toBeDefined();
  });
});
