import { beforeAll, expect, test } from "vitest";
import { testGateway, type TestGateway } from "../../../../../tests/support/ipfs/gateway.ts";
import { ask, type Reply } from "../../../../../tests/support/server/http.ts";
import { hashPassword } from "../../../kernel/passwords.ts";

const html = { accept: "text/html,*/*" };
let cloud: TestGateway;
let visitors = 0;
beforeAll(async () => {
  cloud = await testGateway();
});

/** Publishes a site with the password "open sesame". Returns requests from one more address. */
const locked = async (label: string, files = { "index.html": "secret", "a/b.txt": "deep" }) => {
  const cid = await cloud.publish(label, files);
  const setPassword = async (password: string): Promise<void> => {
    cloud.sites.set(label, { ...cloud.sites.get(label)!, passwordHash: await hashPassword(password) });
    cloud.gateway.invalidate("project", label);
  };
  await setPassword("open sesame");
  visitors += 1;
  const from = { "x-forwarded-for": `198.51.100.${visitors}` };
  const get = (path: string, headers = {}, host = `${label}.localhost`): Promise<Reply> =>
    ask(cloud.port, host, path, { headers: { ...from, ...headers } });
  const post = (password: string, path = "/", headers = {}): Promise<Reply> =>
    ask(cloud.port, `${label}.localhost`, path, {
      method: "POST",
      headers: { ...from, "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ password }).toString(),
    });
  const enter = async (): Promise<string> => cookieOf(await post("open sesame"));
  return { cid, setPassword, get, post, enter };
};

const cookieOf = ({ headers }: Reply): string => headers["set-cookie"]![0]!.split(";")[0]!;
const text = ({ status, body }: Reply) => [status, body.toString()];

test("a site with a password shows browsers a form and tells programs in JSON, and no cache keeps either", async () => {
  const site = await locked("asks");
  const page = await site.get("/a/b.txt", html);
  expect([page.status, page.headers["content-type"]]).toEqual([401, "text/html; charset=utf-8"]);
  expect(page.body.toString()).toContain(`<form method="post">`);
  expect(page.body.toString()).not.toContain("deep");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  const refused = await site.get("/a/b.txt");
  expect([refused.status, JSON.parse(refused.body.toString())]).toMatchObject([
    401,
    { code: "PREVIEW_PASSWORD_REQUIRED" },
  ]);
  for (const reply of [page, refused]) expect(reply.headers["cache-control"]).toBe("private, no-store");
  const head = await ask(cloud.port, "asks.localhost", "/", { method: "HEAD" });
  expect([head.status, head.body.length]).toEqual([401, 0]);
  expect((await cloud.site("/")).status).toBe(200);
});

test("the password sets a cookie of this host only, which opens the whole site to this browser and to nobody else", async () => {
  const site = await locked("opens");
  const entered = await site.post(" open sesame ", "/a/b.txt?x=1");
  expect([entered.status, entered.headers.location]).toEqual([303, "/a/b.txt?x=1"]);
  const set = entered.headers["set-cookie"]![0]!;
  expect(set).toMatch(/; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
  expect(set).not.toContain("Domain");
  const cookie = cookieOf(entered);
  const shown = await site.get("/", { cookie: `other=1; ${cookie}` });
  expect(text(shown)).toEqual([200, "secret"]);
  expect(shown.headers["cache-control"]).toBe("private, no-store");
  expect(text(await site.get("/a/b.txt", { cookie }))).toEqual([200, "deep"]);
  expect((await site.get("/")).status).toBe(401);
  const other = await locked("other");
  expect((await other.get("/", { cookie })).status).toBe(401);
});

test("over HTTPS the cookie is only sent over HTTPS", async () => {
  const site = await locked("secure");
  const { headers } = await site.post("open sesame", "/", { "x-forwarded-proto": "https" });
  expect(headers["set-cookie"]![0]).toMatch(/; Secure$/);
});

test("a forged or expired cookie opens nothing, nor one from before the password changed", async () => {
  const site = await locked("forged");
  const cookie = await site.enter();
  const [, expiry, signature] = /=(\d+)\.(.+)$/.exec(cookie)!;
  for (const value of [`${Number(expiry) + 1}.${signature}`, `1.${signature}`, `${expiry}.`, `${expiry}`, "", ".."])
    expect((await site.get("/", { cookie: `fh_preview=${value}` })).status).toBe(401);
  expect((await site.get("/", { cookie })).status).toBe(200);
  await site.setPassword("another one");
  expect((await site.get("/", { cookie })).status).toBe(401);
});

test("a wrong password says so, and after ten attempts in a minute an address has to wait", async () => {
  const site = await locked("guessed");
  const wrong = await site.post("open says me", "/", html);
  expect(wrong.status).toBe(401);
  expect(wrong.body.toString()).toContain("Incorrect password. Try again.");
  expect(wrong.headers["set-cookie"]).toBeUndefined();
  for (let attempt = 0; attempt < 9; attempt += 1)
    expect(JSON.parse((await site.post(String(attempt))).body.toString())).toMatchObject({
      code: "PREVIEW_PASSWORD_INCORRECT",
    });
  const refused = await site.post("open sesame");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await (await locked("guessed")).post("open sesame")).status).toBe(303);
});

test("a large body is refused unread, and the redirect never leads to another site", async () => {
  const site = await locked("hostile");
  expect((await site.post("x".repeat(5000))).status).toBe(413);
  expect((await site.post("open sesame", "//evil.example/x")).headers.location).toBe("/evil.example/x");
});

test("the site's own headers can't make shared caches keep it", async () => {
  const files = { "index.html": "secret", "a/b.txt": "", _headers: "/*\n  Cache-Control: public, max-age=600\n" };
  const site = await locked("cached", files);
  const cookie = await site.enter();
  const shown = await site.get("/", { cookie });
  expect([shown.status, shown.headers["cache-control"]]).toEqual([200, "private, no-store"]);
});

test("sites without a password take no forms, and content by CID stays reachable", async () => {
  expect((await cloud.site("/", {}, "POST")).status).toBe(405);
  const site = await locked("reachable");
  expect(text(await site.get("/", {}, `${site.cid}.ipfs.localhost`))).toEqual([200, "secret"]);
});
