/** Deletes an account on a full server: what is deleted, who is notified, and that a crash leaves no partial state. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { io } from "socket.io-client";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { describe, expect, test, vi } from "vitest";
import type { AccountContents } from "../../../resources/account/deletion.ts";
import type { Notice } from "../../../resources/account/notices.ts";
import type { UserInfo } from "../../../resources/account/session.ts";
import type { Team } from "../../../resources/account/teams/teams.ts";
import { callerOf } from "../../support/server/api.ts";
import { ask } from "../../support/server/http.ts";
import { ownerWith } from "../../support/account/owner.ts";
import { patience } from "../../support/patience.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { joinTeam } from "../../support/account/team.ts";

const cloud = await faultlessCloud();
const call = callerOf(cloud.url);

const newWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());
const enter = async (wallet = newWallet()) => ({ wallet, token: (await signIn(cloud.url, wallet)).accessToken });
const user = async (token: string) => (await call("GET /api/auth/user", { token })).body.data as UserInfo;
const remove = (token: string, confirm: string) => call("DELETE /api/auth/user", { token, body: { confirm } });
const visit = async (name: string) => (await ask(cloud.port, `${name}.localhost`, "/")).status;
const rowsOf = async (table: "project" | "deployment" | "repository" | "domain" | "team" | "person" | "auth_token") =>
  (await cloud.database.db.selectFrom(table).select("id").execute()).length;

describe("deleting an account", () => {
  test("lists exactly what will be deleted", async () => {
    const { wallet, token } = await enter();
    await ownerWith(cloud.url, token).site("told", "here");
    await call("POST /api/hosting/user/token/new", { token, body: { name: "ci" } });
    await call("POST /api/ipns/names", { token, body: { name: "told", value: "/ipfs/bafkqaaa", lifetime: 1 } });
    await call("POST /api/pinning/user/pins", { token, body: { cid: "bafkqaaa", name: "told" } });
    await call("PUT /api/gateway/gateway", { token, body: { name: "told-by-name", scope: "public" } });
    const member = await enter();
    await joinTeam(cloud.url, token, member.token);
    await vi.waitFor(async () => {
      const contents = (await call("GET /api/auth/user/contents", { token })).body.data as AccountContents;
      expect(contents).toEqual({
        projects: 1,
        deployments: 1,
        domains: 0,
        buckets: 0,
        pins: 1,
        names: 1,
        gateways: 1,
        rollups: 0,
        repositories: 3,
        tokens: 1,
        members: 1,
        keys: 0,
        memberships: 0,
        wallets: 1,
      });
    }, patience);
    const joined = (await call("GET /api/auth/user/contents", { token: member.token })).body.data as AccountContents;
    expect(joined).toMatchObject({ members: 0, memberships: 1 });
    expect(wallet.address).toBe((await user(token)).wallet!.address);
  });

  test("requires the typed name or address, and nothing else", async () => {
    const { wallet, token } = await enter();
    for (const wrong of ["", "yes", newWallet().address]) {
      const refused = await remove(token, wrong);
      expect([refused.status, Object.keys(refused.body.data ?? {})]).toEqual([422, ["confirm"]]);
    }
    expect((await remove(token, wallet.address.toLowerCase())).status).toBe(200);
    const other = await enter();
    expect((await remove(other.token, (await user(other.token)).username)).status).toBe(200);
  });

  test("takes sites offline, releases their names and deletes all data, while other accounts stay unchanged", async () => {
    const kept = await enter();
    await ownerWith(cloud.url, kept.token).site("kept", "still here");
    const rows = ["project", "deployment", "repository", "domain", "team", "person", "auth_token"] as const;
    const count = () => Promise.all(rows.map(rowsOf));
    const { wallet, token } = await enter();
    const owner = ownerWith(cloud.url, token);
    const projectId = await owner.site("leaving", "soon gone");
    await owner.data("POST /api/hosting/domain", { domain: "leaving.example", projectId, createType: 2 });
    await owner.data("POST /api/hosting/user/token/new", { name: "ci" });
    await vi.waitFor(async () => expect(await rowsOf("repository")).toBeGreaterThanOrEqual(6), patience);
    const folder = await repositoryFolder(projectId);
    const before = await count();
    expect(await visit("leaving")).toBe(200);

    expect((await remove(token, wallet.address)).status).toBe(200);
    expect(await visit("leaving")).toBe(404);
    expect(await visit("kept")).toBe(200);
    const after = await count();
    expect(after.map((now, at) => before[at]! - now)).toEqual([1, 1, 3, 1, 1, 1, 1]);
    // A job committed together with the rows deletes the folders.
    await vi.waitFor(async () => expect(await exists(folder)).toBe(false), patience);
    await ownerWith(cloud.url, kept.token).site("leaving", "a new owner");
    expect(await visit("leaving")).toBe(200);
  });

  test("open sessions end with the reason", async () => {
    const { wallet, token } = await enter();
    const other = await enter(wallet);
    const socket = io(`http://127.0.0.1:${cloud.port}`, { query: { authorization: other.token }, reconnection: false });
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("connect_error", reject));
    const told = new Promise((resolve) => socket.once("updateUser", resolve));
    const closed = new Promise((resolve) => socket.once("disconnect", resolve));
    await remove(token, wallet.address);
    await told;
    expect(await closed).toBe("io server disconnect");
    for (const ended of [token, other.token]) {
      const refused = await call("GET /api/auth/user", { token: ended });
      expect([refused.status, refused.body.code]).toEqual([401, "ACCOUNT_DELETED"]);
    }
  });

  test("members lose the team with a notice, and the user leaves other teams", async () => {
    const [owner, member] = [await enter(), await enter()];
    const joined = await joinTeam(cloud.url, owner.token, member.token);
    await joinTeam(cloud.url, member.token, owner.token);
    const { username } = await user(owner.token);
    await remove(owner.token, owner.wallet!.address);
    const teams = (await call("GET /api/auth/cooperation/teams", { token: member.token })).body.data as {
      items: Team[];
    };
    expect(teams.items.map(({ type }) => type)).toEqual(["INDIVIDUAL"]);
    const notices = (await call("GET /api/auth/broadcast", { token: member.token })).body.data as Notice[];
    expect(notices.find(({ type }) => type === "REMOVED_BY_TEAM_MANAGER")?.message).toContain(username);
    expect((await call("GET /api/hosting/project/v3/list", { token: joined.teamToken })).status).toBe(401);
    const log = await call("GET /api/auth/user/activity/action/logs?size=50", { token: member.token });
    expect(log.text).toContain("OAUTH_DELETE_ACCOUNT");
  });

  test("the wallet can sign in again as a new user", async () => {
    const { wallet, token } = await enter();
    const { uid } = await user(token);
    await remove(token, wallet.address);
    const again = await enter(wallet);
    expect((await user(again.token)).uid).not.toBe(uid);
    const projects = await call("GET /api/hosting/project/v3/list", { token: again.token });
    expect(projects.body.data).toMatchObject({ total: 0 });
  });

  test("happens completely or not at all when a part of it fails", async () => {
    const { wallet, token } = await enter();
    await ownerWith(cloud.url, token).site("whole", "here");
    const { db } = cloud.database;
    const { userId } = await db
      .selectFrom("person")
      .select("id as userId")
      .where("address", "=", wallet.address)
      .executeTakeFirstOrThrow();
    // Makes the last step fail.
    const hold = await holdPerson(userId);
    const failed = await remove(token, wallet.address);
    expect(failed.status).toBe(500);
    cloud.faults.length = 0;
    expect(await visit("whole")).toBe(200);
    expect((await user(token)).wallet!.address).toBe(wallet.address);
    await hold.release();
    expect((await remove(token, wallet.address)).status).toBe(200);
    expect(await visit("whole")).toBe(404);
  });
});

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Returns the path of a project's sample repository. */
const repositoryFolder = async (projectId: string): Promise<string> => {
  const row = await cloud.database.db
    .selectFrom("repository")
    .innerJoin("project", "project.team_id", "repository.team_id")
    .select(["namespace", "repository.name"])
    .where("project.id", "=", projectId)
    .where("repository.name", "=", "static-site")
    .executeTakeFirstOrThrow();
  const folder = join(cloud.config.DATA_DIR, "git/repositories", row.namespace, `${row.name}.git`);
  await vi.waitFor(async () => expect(await exists(folder)).toBe(true), patience);
  return folder;
};

/** Inserts a row that references a user and blocks deletion, as a bug in another table would. */
const holdPerson = async (personId: string): Promise<{ release(): Promise<void> }> => {
  const { db } = cloud.database;
  await sql`create table held (person_id uuid references person)`.execute(db);
  await sql`insert into held values (${personId})`.execute(db);
  return { release: async () => void (await sql`drop table held`.execute(db)) };
};
