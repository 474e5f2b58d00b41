/** The operation log of a full server: a team's hosting actions by dashboard, API, hook and push. */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import type { Row } from "../../../resources/declare/define.ts";
import type { operationLog } from "../../../resources/account/operation-log/operation-log.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { cloneAs } from "../../support/git/git-client.ts";
import { codeIn, emailIn } from "../../support/account/mailbox.ts";
import { newOwner } from "../../support/account/owner.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { joinTeam } from "../../support/account/team.ts";

type Entry = Row<typeof operationLog>;
type Owner = Awaited<ReturnType<typeof newOwner>>;

const cloud = await testCloud({ DEVELOPMENT_PAGES: "on" });
const logs = "/api/auth/user/activity/action/logs";

const entriesOf = async ({ data }: Owner, query = "family=HOSTING"): Promise<Entry[]> =>
  (await data<{ items: Entry[] }>(`GET ${logs}?size=100&${query}`)).items;

/** Returns the actions logged during `act`, oldest first, as "CODE target". */
const doneBy = async (owner: Owner, act: () => Promise<unknown>, family = "HOSTING"): Promise<string[]> => {
  const query = `family=${family}`;
  const before = (await entriesOf(owner, query)).length;
  await act();
  const entries = (await entriesOf(owner, query)).toReversed().slice(before);
  return entries.map(({ action, target }) => `${action} ${target}`);
};

const sampleOf = async ({ data }: Owner, name: string) => {
  const { items } = await data<{ items: { githubId: string }[] }>("GET /api/hosting/user/git-namespaces");
  const list = `GET /api/hosting/repo/refresh/list?githubId=${items[0]!.githubId}`;
  const { repoList } = await data<{ repoList: { id: string; name: string; cloneUrl: string }[] }>(list);
  return repoList.find((repository) => repository.name === name)!;
};

test("a project's lifecycle is logged: created, deployed, changed, redeployed, rolled back, deleted", async () => {
  const owner = await newOwner(cloud.url);
  const { data, deploy } = owner;
  let projectId = "";
  let taskId = "";
  const made = await doneBy(owner, async () => {
    const project = { name: "shop", platform: "IPFS", deployType: "UPLOAD", env: [] };
    ({ projectId } = await data<{ projectId: string }>("POST /api/hosting/project", project));
    taskId = await deploy(projectId, { "index.html": "one" });
  });
  expect(made).toEqual(["HOSTING_CREATE_PROJECT shop", "HOSTING_UPLOAD index.html", "HOSTING_DEPLOY_PROJECT shop"]);
  const changed = await doneBy(owner, async () => {
    await data(`PUT /api/hosting/project/${projectId}`, { rewrite: true });
    const second = await deploy(projectId, { "index.html": "two", "a.css": "" });
    await data(`PUT /api/hosting/project/task/rollback/${taskId}`);
    await data(`DELETE /api/hosting/project/task/object/${second}`);
    await data(`DELETE /api/hosting/project/${projectId}`);
  });
  expect(changed).toEqual([
    "HOSTING_EDIT_PROJECT shop",
    "HOSTING_UPLOAD 2 files",
    "HOSTING_DEPLOY_PROJECT shop",
    "HOSTING_ROLL_BACK_PROJECT shop",
    "HOSTING_DELETE_DEPLOYMENT shop",
    "HOSTING_DELETE_PROJECT shop",
  ]);
  const [newest] = await entriesOf(owner);
  expect(newest).toMatchObject({ role: "OWNER", via: "SESSION", details: { id: projectId } });
});

test("domains, auth tokens and repositories are named, even after deletion", async () => {
  const owner = await newOwner(cloud.url);
  const { data, site } = owner;
  const projectId = await site("shop", "hello");
  const done = await doneBy(owner, async () => {
    const domain = { domain: "shop.example.com", projectId };
    const { domainId } = await data<{ domainId: string }>("POST /api/hosting/domain", domain);
    await data(`PUT /api/hosting/domain/redirect/${domainId}`, { redirectTo: "www.shop.example.com" });
    await data(`DELETE /api/hosting/domain/${domainId}`);
    const { id } = await data<{ id: string }>("POST /api/hosting/user/token/new", { name: "laptop" });
    await data(`DELETE /api/hosting/user/token/${id}`);
    await data("POST /api/hosting/repo", { name: "website" });
  });
  expect(done).toEqual([
    "HOSTING_ADD_DOMAIN shop.example.com",
    "HOSTING_EDIT_DOMAIN shop.example.com",
    "HOSTING_DELETE_DOMAIN shop.example.com",
    "HOSTING_CREATE_TOKEN laptop",
    "HOSTING_DELETE_TOKEN laptop",
    "HOSTING_CREATE_REPOSITORY website",
  ]);
});

test("a push and a deploy hook are logged with their deployment: the push with its author, the hook without a user", async () => {
  const owner = await newOwner(cloud.url);
  const { data } = owner;
  const { id: repoId, cloneUrl } = await sampleOf(owner, "static-site");
  const project = { name: "pushed", platform: "IPFS", deployType: "REPOSITORY", repoId, hookSwitch: true };
  const { projectId } = await data<{ projectId: string }>("POST /api/hosting/project", project);
  const { token } = await data<{ token: string }>("POST /api/hosting/user/token/new", { name: "git" });
  const clone = await cloneAs(cloneUrl, token);
  await clone.edit("index.html", "<", "<!-- pushed --><");
  expect(await doneBy(owner, () => clone.push("Change"))).toEqual(["HOSTING_DEPLOY_PROJECT pushed"]);
  const { uid } = await data<{ uid: string }>("GET /api/auth/user");
  const [push] = await entriesOf(owner);
  expect(push).toMatchObject({ via: "PUSH", role: "OWNER", details: { projectId } });
  expect(push!.userId!.replaceAll("-", "")).toBe(uid);
  expect(push!.ip).toMatch(/127\.0\.0\.1|::1/);

  const hook = { name: "nightly", branch: "main" };
  const { id, url } = await data<{ id: string; url: string }>(`POST /api/hosting/project/${projectId}/hooks`, hook);
  expect((await fetch(url, { method: "POST" })).status).toBe(200);
  await data(`DELETE /api/hosting/project/${projectId}/hooks/${id}`);
  const [removed, called, created] = await entriesOf(owner);
  expect(created).toMatchObject({ action: "HOSTING_CREATE_HOOK", target: "nightly of pushed" });
  expect(called).toMatchObject({ action: "HOSTING_RUN_HOOK", target: "pushed", via: "HOOK", userName: "" });
  expect(called).not.toHaveProperty("role");
  expect(removed).toMatchObject({ action: "HOSTING_DELETE_HOOK", target: "nightly of pushed" });
  expect(JSON.stringify([removed, called, created])).not.toContain(url.split("/").at(-1));
});

test("invited, joined, changed and removed members are logged in their team", async () => {
  const [owner, member] = [await newOwner(cloud.url), await newOwner(cloud.url)];
  const { username } = await member.data<{ username: string }>("GET /api/auth/user");
  const before = (await entriesOf(owner, "family=OAUTH")).length;
  const { teamId, invitationId } = await joinTeam(cloud.url, owner.token, member.token, { access: ["HOSTING"] });
  const change = { invitationId, access: ["HOSTING"], levels: { HOSTING: "read" } };
  await owner.data("PUT /api/auth/cooperation/member", change);
  await member.data("POST /api/auth/cooperation/exit", { teamId });
  const entries = (await entriesOf(owner, "family=OAUTH")).toReversed().slice(before);
  expect(entries.map(({ action, target, role }) => `${action} ${target} ${role}`)).toEqual([
    "OAUTH_INVITE_BY_LINK  OWNER",
    "OAUTH_JOIN_TEAM  MEMBER",
    `OAUTH_EDIT_MEMBER ${username} OWNER`,
    "OAUTH_LEAVE_TEAM  MEMBER",
  ]);
  expect(entries[2]!.details).toEqual(change);
  const own = await entriesOf(member, "family=OAUTH");
  expect(own.map(({ action }) => action)).toEqual(["OAUTH_SIGN_IN"]);
});

test("settings are logged with their new values, but only the host of a webhook's URL and of an email address", async () => {
  const owner = await newOwner(cloud.url);
  const { data } = owner;
  const email = "log@example.com";
  const none = {
    deploymentFailed: false,
    deploymentSucceeded: false,
    memberChanges: false,
    allowanceLow: false,
    serviceAlerts: false,
  };
  const change = async () => {
    await data("PUT /api/auth/user/email", { email });
    await data("POST /api/auth/user/email/verify", { code: codeIn(await emailIn(cloud.database, email)) });
    await data("DELETE /api/auth/user/email");
    await data("DELETE /api/auth/user/email");
    for (const letters of [none, { ...none, memberChanges: true, allowanceLow: true }])
      await data("PUT /api/auth/user/settings", { letters });
    for (const active of [true, false])
      await data("PUT /api/auth/team/balance-alert", { active, percentLeft: 20, landLeft: null });
    const noAlerts = { storageErrors: null, rpcSpend: null, storageSpend: null, rpcQuota: false };
    for (const [rpcErrors, storageQuota] of [[5, true] as const, [null, false] as const])
      await data("PUT /api/auth/team/service-alerts", { ...noAlerts, rpcErrors, storageQuota });
    const webhook = { url: "https://chat.example.com:8443/hooks/s3cret?key=s3cret", events: ["member.joined"] };
    await data("PUT /api/auth/team/webhook", { ...webhook, active: true });
    await data("POST /api/auth/team/webhook/secret");
    await data("DELETE /api/auth/team/webhook");
  };
  expect(await doneBy(owner, change, "OAUTH")).toEqual([
    "OAUTH_SET_EMAIL l…@example.com",
    "OAUTH_VERIFY_EMAIL l…@example.com",
    "OAUTH_SET_EMAIL l…@example.com (removed)",
    "OAUTH_EDIT_SETTINGS None",
    "OAUTH_EDIT_SETTINGS A member joined or left, An allowance runs low",
    "OAUTH_EDIT_BALANCE_ALERT Below 20% left",
    "OAUTH_EDIT_BALANCE_ALERT Off",
    "OAUTH_EDIT_SERVICE_ALERTS RPC error rate, Storage allowance",
    "OAUTH_EDIT_SERVICE_ALERTS Off",
    "OAUTH_EDIT_WEBHOOK chat.example.com:8443",
    "OAUTH_EDIT_WEBHOOK chat.example.com:8443 (another secret)",
    "OAUTH_EDIT_WEBHOOK chat.example.com:8443 (removed)",
  ]);
  const entries = JSON.stringify(await entriesOf(owner, "family=OAUTH"));
  for (const told of ["s3cret", email]) expect(entries).not.toContain(told);
});

test("calls of the open API are logged as made with a token", async () => {
  const owner = await newOwner(cloud.url);
  const { token } = await owner.data<{ token: string }>("POST /api/hosting/user/token/new", { name: "script" });
  const open = async (path: string, body: FormData) => {
    const answer = await fetch(`${cloud.url}/api/open${path}`, { method: "POST", headers: { token }, body });
    return ((await answer.json()) as { content: { projectId: string } }).content;
  };
  const form = (values: Record<string, string | Blob>): FormData => {
    const data = new FormData();
    for (const [name, value] of Object.entries(values)) data.append(name, value);
    return data;
  };
  const done = await doneBy(owner, async () => {
    const { projectId } = await open("/project", form({ name: "cli" }));
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from("hello"), "index.html");
    zip.end();
    await open("/deploy", form({ projectId, file: new Blob([await buffer(zip.outputStream)]) }));
  });
  expect(done).toEqual(["HOSTING_CREATE_PROJECT cli", "HOSTING_DEPLOY_PROJECT cli"]);
  expect((await entriesOf(owner))[0]).toMatchObject({ via: "TOKEN", role: "OWNER" });
});

test("the export is a CSV file of the filtered entries, without formulas", async () => {
  const owner = await newOwner(cloud.url);
  const names = ['=HYPERLINK("http://evil.example")', "@SUM(A1:A9)", "-1+1", "+1, and more", 'say "hi"'];
  for (const name of names) await owner.data("POST /api/hosting/user/token/new", { name });
  const asked = (query: string, token: string) =>
    fetch(`${cloud.url}${logs}/export?${query}`, { headers: { authorization: `Bearer ${token}` } });
  const answer = await asked("family=HOSTING", owner.token);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="operation-log.csv"');
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const lines = (await answer.text()).split("\r\n");
  expect(lines[0]).toBe("Time,Action,Code,Target,User,Address,Role,By,IP address,Details");
  const cells = [`"say ""hi"""`, `"'+1, and more"`, "'-1+1", "'@SUM(A1:A9)", `"'=HYPERLINK(""http://evil.example"")"`];
  cells.forEach((cell, at) => {
    expect(lines[at + 1]).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,Created an auth token,HOSTING_CREATE_TOKEN,/,
    );
    expect(lines[at + 1]).toContain(`,${cell},`);
  });
  expect(lines.slice(6)).toEqual([""]);
  const other = await (await asked("family=HOSTING&keyword=SUM", owner.token)).text();
  expect(other.split("\r\n")).toHaveLength(3);
  expect((await asked("range=7y", owner.token)).status).toBe(422);
  const { accessToken } = await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));
  expect(await (await asked("family=HOSTING", accessToken)).text()).not.toContain("HOSTING_CREATE_TOKEN");
});
