import { createPublicKey } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuthData } from "../../../../resources/account/session.ts";
import { recordingSocket } from "../../../../tests/support/server/socket.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { createSecretBox } from "../../kernel/secret-box.ts";
import { hashOf } from "../../kernel/secrets.ts";
import { loadSigningKey } from "./signing-key.ts";

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
  it("is renewed by its refresh token, which is replaced", async () => {
    const first = await web.signIn();
    const second = await dataOf(refresh(first.refreshToken));
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await statusWith(second.accessToken)).toBe(200);
    expect((await refresh(second.refreshToken)).status).toBe(200);
  });

  it("tolerates tabs that refresh with the same token within ten seconds", async () => {
    const { refreshToken } = await web.signIn();
    const twins = await Promise.all([refresh(refreshToken), refresh(refreshToken), refresh(refreshToken)]);
    expect(twins.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [pair, ...others] = twins.map(({ body }) => body.data as AuthData);
    expect(others).toEqual([pair, pair]);
    expect((await refresh(pair!.refreshToken)).status).toBe(200);
  });

  it("gives tabs of two processes one pair, and late requests the latest pair", async () => {
    const { refreshToken } = await web.signIn();
    const { teams, callers, allowance, box } = web;
    const { createAuth } = await import("./service.ts");
    const other = createAuth(web.database, { teams, callers, allowance, box });
    const device = { userAgent: "other", ip: "127.0.0.1" };
    const elsewhere = () => web.database.db.transaction().execute((trx) => other.refresh(trx, refreshToken, device));
    const here = () => dataOf(refresh(refreshToken));
    const pairs = (await Promise.all([here(), elsewhere(), here(), elsewhere()])).map((pair) => pair.refreshToken);
    expect(new Set(pairs).size).toBe(1);
    const next = await dataOf(refresh(pairs[0]!));
    expect(await dataOf(refresh(refreshToken))).toEqual(next);
  });

  it("stores a refresh token's next pair only as long as needed, and never in plaintext", async () => {
    const { refreshToken } = await web.signIn();
    const second = await dataOf(refresh(refreshToken));
    const successors = async () => {
      const rows = await web.database.db.selectFrom("refresh_token").select(["hash", "sealed_successor"]).execute();
      return rows.find(({ hash }) => hash.equals(hashOf(refreshToken)))!.sealed_successor;
    };
    expect((await successors())!.includes(second.refreshToken)).toBe(false);
    await ageUse(refreshToken);
    await refresh(second.refreshToken);
    expect(await successors()).toBeNull();
  });

  it("ends with all its tokens when an old refresh token is reused", async () => {
    const first = await web.signIn();
    const second = await dataOf(refresh(first.refreshToken));
    expect(await statusWith(second.accessToken)).toBe(200);
    await ageUse(first.refreshToken);
    expect((await refresh(first.refreshToken)).body.code).toBe("REFRESH_REUSED");
    expect((await refresh(second.refreshToken)).status).toBe(401);
    expect(await statusWith(second.accessToken)).toBe(401);
  });

  it("ends no other session of the same user", async () => {
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

  it.each([
    ["at sign-out", ({ refreshToken }: AuthData) => web.call("POST /api/auth/sign-out", { body: { refreshToken } })],
    [
      "when it is ended from another one",
      (_: AuthData, { accessToken: token }: AuthData) => web.call("DELETE /api/auth/user/sessions", { token }),
    ],
  ])("closes its sockets %s, and no others of the user", async (_, endedBy) => {
    const ending = await web.signIn();
    const staying = await web.signIn(ending.account);
    const [closed, open] = await Promise.all(
      [ending, staying].map(({ accessToken }) => recordingSocket(web.url, accessToken)),
    );
    const end = new Promise((resolve) => closed!.socket.once("disconnect", resolve));
    await endedBy(ending, staying);
    await end;
    expect(open!.socket.connected).toBe(true);
  });

  it("can't be opened by a refresh token that was never issued", async () => {
    expect((await refresh("made-up")).body.code).toBe("UNAUTHORIZED");
  });

  it("replays a refresh reply, whose tokens are never stored in plaintext", async () => {
    const { refreshToken } = await web.signIn();
    const key = { "idempotency-key": crypto.randomUUID() };
    const answers = await Promise.all([refresh(refreshToken, key), refresh(refreshToken, key)]);
    expect(answers[0].text).toBe(answers[1].text);
    const replies = await web.database.db.selectFrom("idempotent_reply").selectAll().execute();
    const renewed = answers[0].body.data as AuthData;
    for (const row of replies) {
      expect(row.sealed_reply!.includes(renewed.refreshToken)).toBe(false);
      expect(row.sealed_reply!.includes(Buffer.from("refreshToken"))).toBe(false);
    }
    expect(replies.length).toBeGreaterThan(0);
  });
});

describe("an access token", () => {
  it('is accepted with and without "Bearer"', async () => {
    const { accessToken } = await web.signIn();
    expect(await statusWith(accessToken)).toBe(200);
    expect(await statusWith(`Bearer ${accessToken}`)).toBe(200);
  });

  it("is refused when altered, expired, signed by another key, or missing", async () => {
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

  it("can't choose its own algorithm: HMAC keyed with our public key is rejected", async () => {
    const { accessToken } = await web.signIn();
    const payload = accessToken.split(".")[1]!;
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const publicJwk = (await exportJWK((await loadSigningKey(web.database.db, web.box)).publicKey)) as JsonWebKey;
    const publicKeys = [
      Buffer.from(publicJwk.x!, "base64url"),
      Buffer.from(JSON.stringify(publicJwk)),
      createPublicKey({ key: { ...publicJwk }, format: "jwk" }).export({ type: "spki", format: "pem" }),
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

  it("stays valid after a restart, because the key is stored", async () => {
    const { accessToken } = await web.signIn();
    const { createAuth } = await import("./service.ts");
    const { teams, callers, allowance, box } = web;
    const restarted = createAuth(web.database, { teams, callers, allowance, box });
    expect(await restarted.identify(accessToken)).toBeDefined();
  });
});

describe("the key that signs access tokens", () => {
  const box = (key: string) => createSecretBox({ DATA_DIR: "unused", SECRET_KEY: key.repeat(32) });
  const publicPart = async ({ publicKey }: Awaited<ReturnType<typeof loadSigningKey>>) =>
    ((await exportJWK(publicKey)) as JsonWebKey).x;

  it("stored in plaintext by an earlier version is sealed at the next start, and its bytes are erased from the table", async () => {
    const { db } = await testDatabase();
    const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
    const jwk = (await exportJWK(privateKey)) as JsonWebKey;
    await db
      .insertInto("signing_key")
      .values({ kid: "1", private_jwk: JSON.stringify(jwk), sealed: null })
      .execute();
    const loaded = await Promise.all([loadSigningKey(db, box("a")), loadSigningKey(db, box("a"))]);
    for (const key of loaded) expect(await publicPart(key)).toBe(jwk.x);
    const row = await db.selectFrom("signing_key").selectAll().executeTakeFirstOrThrow();
    expect(row.private_jwk).toBeNull();
    expect(row.sealed!.includes(jwk.d!)).toBe(false);
    await sql`checkpoint`.execute(db);
    const file = sql<{ bytes: Buffer }>`select pg_read_binary_file(pg_relation_filepath('signing_key')) as bytes`;
    expect((await file.execute(db)).rows[0]!.bytes.includes(jwk.d!)).toBe(false);
  });

  it("is shared by all processes that start together, sealed from the start", async () => {
    const { db } = await testDatabase();
    const keys = await Promise.all([1, 2, 3, 4].map(async () => publicPart(await loadSigningKey(db, box("a")))));
    expect(new Set(keys).size).toBe(1);
    expect(await db.selectFrom("signing_key").select("private_jwk").execute()).toEqual([{ private_jwk: null }]);
  });

  it("is replaced when SECRET_KEY changes", async () => {
    const { db } = await testDatabase();
    const before = await publicPart(await loadSigningKey(db, box("a")));
    const after = await publicPart(await loadSigningKey(db, box("b")));
    expect(after).not.toBe(before);
    expect(await publicPart(await loadSigningKey(db, box("b")))).toBe(after);
  });
});
