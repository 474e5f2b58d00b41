/** Share links under `/s/`: they open one file for anyone, until they expire or are revoked. */
import { randomUUID } from "node:crypto";
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShareLink } from "../../../resources/storage/share-links.ts";
import { newOwner } from "../../support/account/owner.ts";
import { joinTeam } from "../../support/account/team.ts";
import { callerOf } from "../../support/server/api.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ask, type Reply } from "../../support/server/http.ts";
import { s3User } from "../../support/storage/s3-user.ts";

let cloud: TestCloud;
let user: Awaited<ReturnType<typeof s3User>>;
const Bucket = `short-${randomUUID().slice(0, 8)}`;
const Key = "photos 2026/a b+ü.txt";
const linksCall = "/api/bucket/share-links";

beforeAll(async () => {
  cloud = await testCloud();
  user = await s3User(cloud.url);
  await user.client.send(new CreateBucketCommand({ Bucket }));
  await user.client.send(new PutObjectCommand({ Bucket, Key, Body: "A photo", ContentType: "text/plain" }));
});
afterAll(() => expect(cloud.faults).toEqual([]));

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
type Sender = Pick<typeof user, "data">;
const share = (more: object = {}, by: Sender = user): Promise<ShareLink> =>
  by.data<ShareLink>(`POST ${linksCall}`, { bucket: Bucket, key: Key, expiresAt: inAnHour(), ...more });
const listed = async (by: Sender = user, query = `?bucket=${Bucket}&size=100`): Promise<readonly ShareLink[]> =>
  (await by.data<{ items: ShareLink[] }>(`GET ${linksCall}${query}`)).items;

const host = (): string => `localhost:${cloud.port}`;
const open = (path: string, method = "GET", at = host()): Promise<Reply> => ask(cloud.port, at, path, { method });
/** Opens a link as a browser does, with its redirect. */
const follow = async (path: string, method = "GET", at = host()): Promise<Reply> => {
  const answer = await open(path, method, at);
  if (answer.status !== 302) return answer;
  const target = new URL(answer.headers.location!, `http://${at}`);
  return ask(cloud.port, target.host, target.pathname + target.search, { method });
};

describe("a share link", () => {
  test("has 144 random bits and opens one file of a private bucket, apart from the dashboard, for anyone", async () => {
    const link = await share();
    expect(link).toMatchObject({ bucket: Bucket, key: Key, opens: 0, path: expect.stringMatching(/^\/s\/[\w-]{24}$/) });
    const redirect = await open(link.path);
    expect(redirect.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(new URL(redirect.headers.location!).host).toBe(`s3.${host()}`);
    const file = await follow(link.path);
    expect([file.status, file.body.toString(), file.headers["content-type"]]).toEqual([200, "A photo", "text/plain"]);
    expect(file.headers["content-security-policy"]).toBe("sandbox");
    expect((await follow(link.path, "HEAD")).status).toBe(200);
    expect(await listed()).toContainEqual({ ...link, opens: 2 });
    expect((await open(link.path, "POST")).status).toBe(405);
  });

  test("leads other machines to the endpoint on the same address if the content domain is localhost", async () => {
    const { path } = await share();
    const at = `192.168.1.5:${cloud.port}`;
    expect((await open(path, "GET", at)).headers.location).toMatch(/^\/s3\//);
    expect((await follow(path, "GET", at)).body.toString()).toBe("A photo");
  });

  test("opens nothing once it is revoked, also with an address it led to before", async () => {
    const link = await share();
    const { location } = (await open(link.path)).headers;
    await user.data(`DELETE ${linksCall}/${link.id}`);
    const answer = await open(link.path);
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(answer.body.toString()).toContain("Link not found");
    const target = new URL(location!);
    expect((await ask(cloud.port, target.host, target.pathname + target.search)).status).toBe(403);
    expect((await listed()).map(({ id }) => id)).not.toContain(link.id);
  });

  test("expires, within a year at most", async () => {
    const { path } = await share({ expiresAt: Math.floor(Date.now() / 1000) + 3 });
    expect((await open(path)).status).toBe(302);
    await expect.poll(async () => (await open(path)).status, { timeout: 20_000 }).toBe(404);
    const now = Date.now() / 1000;
    for (const seconds of [-10, 0, 400 * 86_400])
      await expect(share({ expiresAt: Math.floor(now + seconds) })).rejects.toThrow("422");
  });

  test("opens as often as its limit says, counted correctly when opened at once", async () => {
    const { path, id } = await share({ opensMax: 3 });
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await open(path)).status));
    expect(statuses.toSorted((one, other) => one - other)).toEqual([302, 302, 302, 404, 404, 404, 404, 404]);
    expect((await listed()).find((link) => link.id === id)).toMatchObject({ opens: 3, opensMax: 3 });
    for (const opensMax of [0, -1, 1.5]) await expect(share({ opensMax })).rejects.toThrow("422");
  });

  test("ends when its file is deleted, and needs a file", async () => {
    await user.client.send(new PutObjectCommand({ Bucket, Key: "gone.txt", Body: "x" }));
    const { path } = await share({ key: "gone.txt" });
    expect((await open(path)).status).toBe(302);
    await user.client.send(new DeleteObjectCommand({ Bucket, Key: "gone.txt" }));
    expect((await open(path)).status).toBe(404);
    await expect(share({ key: "gone.txt" })).rejects.toThrow("404");
    await expect(share({ key: "a/../b" })).rejects.toThrow("422");
  });

  test("has a made-up address as any other: not found", async () => {
    const pages = await Promise.all(
      ["/s/", "/s/x", `/s/${"A".repeat(24)}`, `/s/${"A".repeat(24)}/x`, "/s/..%2f..%2f"].map((path) => open(path)),
    );
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(pages.map(({ body }) => body.toString())).size).toBe(1);
  });
});

describe("a team's share links", () => {
  test("are its own: another team neither sees, creates nor revokes them", async () => {
    const [link, stranger] = [await share(), await newOwner(cloud.url)];
    expect(await listed(stranger, "")).toEqual([]);
    expect(await listed(stranger)).toEqual([]);
    await expect(share({}, stranger)).rejects.toThrow("404");
    await expect(stranger.data(`DELETE ${linksCall}/${link.id}`)).rejects.toThrow("404");
    expect((await open(link.path)).status).toBe(302);
  });

  test("are listed by file, and recorded in the operation log", async () => {
    const { id } = await share();
    const file = `?bucket=${Bucket}&key=${encodeURIComponent(Key)}&size=100`;
    expect((await listed(user, file)).map((link) => link.id)).toContain(id);
    expect(await listed(user, `?bucket=${Bucket}&key=other`)).toEqual([]);
    await user.data(`DELETE ${linksCall}/${id}`);
    const logged = await cloud.database.db
      .selectFrom("operation_log")
      .select(["action", "target"])
      .where("action", "in", ["BUCKET_CREATE_SHARE_LINK", "BUCKET_REVOKE_SHARE_LINK"])
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    expect(logged).toEqual([
      { action: "BUCKET_REVOKE_SHARE_LINK", target: Key },
      { action: "BUCKET_CREATE_SHARE_LINK", target: Key },
    ]);
  });

  test("are created by members who may change buckets, and end with their membership", async () => {
    const [owner, member] = [await s3User(cloud.url), await newOwner(cloud.url)];
    const bucket = `${Bucket}-members`;
    await owner.client.send(new CreateBucketCommand({ Bucket: bucket }));
    await owner.client.send(new PutObjectCommand({ Bucket: bucket, Key: "a", Body: "a" }));
    const { teamToken, teamId, invitationId } = await joinTeam(cloud.url, owner.token, member.token, {
      access: ["BUCKET"],
      levels: { BUCKET: "read" },
    });
    const call = callerOf(cloud.url);
    const create = () =>
      call(`POST ${linksCall}`, { token: teamToken, body: { bucket, key: "a", expiresAt: inAnHour() } });
    const edit = (change: object) =>
      owner.data(`PUT /api/auth/cooperation/member?teamId=${teamId}`, { invitationId, ...change });
    expect((await create()).status).toBe(403);
    expect((await call(`GET ${linksCall}`, { token: teamToken })).status).toBe(200);
    await edit({ levels: {} });
    const { path } = (await create()).body.data as ShareLink;
    expect((await open(path)).status).toBe(302);
    await edit({ status: "REMOVE" });
    expect((await open(path)).status).toBe(404);
    expect(await listed(owner, "")).toEqual([]);
  });
});
