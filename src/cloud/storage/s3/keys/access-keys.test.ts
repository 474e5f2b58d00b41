import { beforeAll, describe, expect, it } from "vitest";
import {
  accessKeysPerTeam,
  sessionKeySeconds,
  sharedLinksPerPerson,
} from "../../../../../resources/storage/access-key-limits.ts";
import { testCloud, type TestCloud } from "../../../../../tests/support/server/cloud.ts";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { newOwner, ownerWith } from "../../../../../tests/support/account/owner.ts";
import { signIn } from "../../../../../tests/support/account/sign-in.ts";
import { joinTeam } from "../../../../../tests/support/account/team.ts";
import { callerOf } from "../../../../../tests/support/server/api.ts";
import { createAccessKeys, type AccessKeys } from "./access-keys.ts";

interface Pair {
  readonly accessKey: string;
  readonly secretKey: string;
}

interface Session extends Pair {
  readonly sessionToken: string;
  readonly expiredAt: number;
}

const accountsCall = "/api/bucket/user/service-accounts";
const masterCall = "/api/bucket/user/account";
const roleCall = "GET /api/bucket/user/sts/assume-role";

let cloud: TestCloud;
let keys: AccessKeys;
beforeAll(async () => {
  cloud = await testCloud();
  // A second process with the same database.
  const callers = { forget: () => undefined };
  const log = { warn: () => undefined } as never;
  keys = createAccessKeys(cloud.database, { config: cloud.config, callers, log });
});

const bucketMember = async (level?: "read") => {
  const [owner, member] = [await newOwner(cloud.url), await newOwner(cloud.url)];
  const levels = level ? { BUCKET: level } : {};
  const joined = await joinTeam(cloud.url, owner.token, member.token, { access: ["BUCKET"], levels });
  const call = callerOf(cloud.url);
  const edit = (change: object) =>
    call(`PUT /api/auth/cooperation/member?teamId=${joined.teamId}`, {
      token: owner.token,
      body: { invitationId: joined.invitationId, ...change },
    });
  return { owner, call, token: joined.teamToken, edit };
};

describe("access keys", () => {
  it("show their secret once, and the database stores it encrypted", async () => {
    const owner = await newOwner(cloud.url);
    const newKey = { name: "backup", buckets: ["photos"], prefixes: ["2026/"], permissions: ["read", "write"] };
    const { accessKey, secretKey } = await owner.data<Pair>(`POST ${accountsCall}`, newKey);
    expect([accessKey, secretKey]).toEqual([
      expect.stringMatching(/^FH[A-Z2-7]{18}$/),
      expect.stringMatching(/^.{40}$/),
    ]);
    const listed = await owner.data<{ accounts: object[] }>(`GET ${accountsCall}`);
    expect(listed.accounts).toMatchObject([{ accessKey, ...newKey }]);
    expect(JSON.stringify(listed)).not.toContain(secretKey);
    const rows = await cloud.database.db.selectFrom("access_key").selectAll().execute();
    expect(JSON.stringify(rows) + rows.map(({ secret }) => secret.toString("latin1")).join()).not.toContain(secretKey);
    expect(await keys.find(accessKey)).toMatchObject({ secret: secretKey, permissions: ["read", "write"] });
  });

  it("are limited to ten, even with concurrent requests", async () => {
    const owner = await newOwner(cloud.url);
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        owner.call(`POST ${accountsCall}`, { token: owner.token, body: { name: `k${at}` } }),
      ),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(accessKeysPerTeam);
    expect(made.find(({ status }) => status !== 200)!.body.code).toBe("LIMIT_REACHED");
  });

  it("record their last use", async () => {
    const owner = await newOwner(cloud.url);
    const { accessKey } = await owner.data<Pair>(`POST ${accountsCall}`, { name: "used" });
    const key = (await keys.find(accessKey))!;
    keys.recordUse(key);
    await expect
      .poll(
        async () => (await owner.data<{ accounts: { usedAt?: number }[] }>(`GET ${accountsCall}`)).accounts[0]!.usedAt,
      )
      .toBeGreaterThan(Date.now() / 1000 - 60);
  });

  it("of another team return 404", async () => {
    const [owner, stranger] = [await newOwner(cloud.url), await newOwner(cloud.url)];
    const { accessKey } = await owner.data<Pair>(`POST ${accountsCall}`, { name: "mine" });
    const gone = await stranger.call(`DELETE ${accountsCall}/${accessKey}`, { token: stranger.token });
    expect([gone.status, gone.body.code]).toEqual([404, "NOT_FOUND"]);
    await owner.data(`DELETE ${accountsCall}/${accessKey}`);
    expect(await keys.find(accessKey)).toBeUndefined();
  });

  it("can't expire in the past", async () => {
    const owner = await newOwner(cloud.url);
    const body = { name: "late", expiresAt: Math.floor(Date.now() / 1000) - 1 };
    expect((await owner.call(`POST ${accountsCall}`, { token: owner.token, body })).status).toBe(422);
  });
});

describe("the master key", () => {
  it("exists once per team, a reset revokes the previous one, and only the owner can manage it", async () => {
    const { owner, call, token } = await bucketMember();
    expect(await owner.data(`GET ${masterCall}`)).toEqual({ account: null });
    const first = await owner.data<Pair>(`POST ${masterCall}`);
    const second = await owner.data<Pair>(`POST ${masterCall}`);
    expect(await owner.data(`GET ${masterCall}`)).toMatchObject({ account: { accessKey: second.accessKey } });
    expect(await keys.find(first.accessKey)).toBeUndefined();
    expect(await keys.find(second.accessKey)).toMatchObject({ secret: second.secretKey });
    expect((await call(`POST ${masterCall}`, { token })).status).toBe(403);
    expect((await call(`GET ${masterCall}`, { token })).status).toBe(403);
  });
});

describe("GET /user/sts/assume-role", () => {
  it("returns accessKey, secretKey, sessionToken, expiredAt", async () => {
    const owner = await newOwner(cloud.url);
    const session = await owner.data<Session>(roleCall);
    expect(Object.keys(session).toSorted()).toEqual(["accessKey", "expiredAt", "secretKey", "sessionToken"]);
    expect(Math.abs(session.expiredAt - Date.now() / 1000 - sessionKeySeconds)).toBeLessThan(60);
    expect(await keys.find(session.accessKey)).toMatchObject({ permissions: ["read", "write", "delete"] });
  });

  it("returns credentials that end with the sign-in session, unlike shared links and the team's other sessions", async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const [here, elsewhere] = [await signIn(cloud.url, account), await signIn(cloud.url, account)];
    const [own, other] = [ownerWith(cloud.url, here.accessToken), ownerWith(cloud.url, elsewhere.accessToken)];
    const [ending, staying] = [await own.data<Session>(roleCall), await other.data<Session>(roleCall)];
    const link = await own.data<Session>("GET /api/bucket/user/sts/share?bucket=b&key=a&seconds=60");
    await own.call("POST /api/auth/sign-out", { body: { refreshToken: here.refreshToken } });
    expect(await keys.find(ending.accessKey)).toBeUndefined();
    expect(await keys.find(staying.accessKey)).toBeDefined();
    expect(await keys.find(link.accessKey)).toBeDefined();
  });

  it("returns credentials that end when the session is ended from another one", async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const [here, elsewhere] = [await signIn(cloud.url, account), await signIn(cloud.url, account)];
    const [own, other] = [ownerWith(cloud.url, here.accessToken), ownerWith(cloud.url, elsewhere.accessToken)];
    const [staying, ending] = [await own.data<Session>(roleCall), await other.data<Session>(roleCall)];
    await own.data("DELETE /api/auth/user/sessions");
    expect(await keys.find(ending.accessKey)).toBeUndefined();
    expect(await keys.find(staying.accessKey)).toBeDefined();
  });

  it("returns credentials that can only read one file, for at most seven days", async () => {
    const owner = await newOwner(cloud.url);
    const share = (seconds: number) =>
      owner.data<Session>(`GET /api/bucket/user/sts/share?bucket=photos&key=2026%2Fa.png&seconds=${seconds}`);
    const { accessKey, expiredAt } = await share(604_800);
    expect(Math.abs(expiredAt - Date.now() / 1000 - 604_800)).toBeLessThan(60);
    const scope = { buckets: ["photos"], prefixes: [], objectKey: "2026/a.png", permissions: ["read"] };
    expect(await keys.find(accessKey)).toMatchObject(scope);
    await expect(share(604_801)).rejects.toThrow("422");
  });

  it("shares up to a thousand files, without affecting sessions", async () => {
    const owner = await newOwner(cloud.url);
    const share = (key: string) => owner.data<Session>(`GET /api/bucket/user/sts/share?bucket=b&key=${key}&seconds=60`);
    const session = await owner.data<Session>(roleCall);
    const first = await share("first");
    const { db } = cloud.database;
    const row = await db
      .selectFrom("access_key")
      .selectAll()
      .where("access_key", "=", first.accessKey)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: sharedLinksPerPerson - 1 }, (_, at) => ({ ...row, access_key: `FSCOPY${at}` }));
    await db.insertInto("access_key").values(copies).execute();
    await expect(share("one-more")).rejects.toThrow("409");
    expect(await keys.find(session.accessKey)).toBeDefined();
    expect(await keys.find(first.accessKey)).toBeDefined();
    await owner.data<Session>(roleCall);
    const ended = { expires_at: new Date(Date.now() - 1000) };
    await db.updateTable("access_key").set(ended).where("access_key", "=", "FSCOPY0").execute();
    await share("one-more");
  });

  it("gives members with read-only access read-only keys, immediately when the level changes", async () => {
    const { call, token, edit } = await bucketMember("read");
    const session = (await call(roleCall, { token })).body.data as Session;
    expect(await keys.find(session.accessKey)).toMatchObject({ permissions: ["read"] });
    expect((await call(`POST ${accountsCall}`, { token, body: { name: "no" } })).status).toBe(403);
    expect((await edit({ levels: {} })).status).toBe(200);
    const other = createAccessKeys(cloud.database, {
      config: cloud.config,
      callers: { forget: () => undefined },
      log: {} as never,
    });
    expect(await other.find(session.accessKey)).toMatchObject({ permissions: ["read", "write", "delete"] });
  });

  it.each([{ status: "DISABLE" }, { status: "REMOVE" }, { access: ["HOSTING"] }])(
    "returns keys that stop working when access is lost: %j",
    async (change) => {
      const { call, token, edit } = await bucketMember();
      const session = (await call(roleCall, { token })).body.data as Session;
      const { accessKey } = (await call(`POST ${accountsCall}`, { token, body: { name: "mine" } })).body.data as Pair;
      expect((await edit(change)).status).toBe(200);
      expect(await keys.find(session.accessKey)).toBeUndefined();
      expect(await keys.find(accessKey)).toBeUndefined();
    },
  );
});
