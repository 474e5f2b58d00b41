/** Access to a team's hosting outside the dashboard, for members with limited access. */
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { testCloud } from "../../support/server/cloud.ts";
import { cloneAs } from "../../support/git/git-client.ts";
import { dataOf, teamCallsOf } from "../../support/account/members.ts";
import { newOwner } from "../../support/account/owner.ts";
import { recordingSocket } from "../../support/server/socket.ts";
import { joinTeam, type JoinedTeam } from "../../support/account/team.ts";

const cloud = await testCloud();
const owner = await newOwner(cloud.url);
const projectId = await owner.site("shared", "<p>ours");

type Member = JoinedTeam & { readonly session: string; readonly authToken: string };

/** Joins with full hosting access, creates an auth token, and is then changed. */
const member = async (change?: object): Promise<Member> => {
  const user = await newOwner(cloud.url);
  const joined = await joinTeam(cloud.url, owner.token, user.token, { access: ["HOSTING"] });
  const body = { name: "script" };
  const made = await owner.call("POST /api/hosting/user/token/new", { token: joined.teamToken, body });
  const { token: authToken } = dataOf<{ token: string }>(made);
  const team = teamCallsOf(owner.call);
  if (change) dataOf(await team.edit(owner.token, { invitationId: joined.invitationId, ...change }));
  return { ...joined, session: user.token, authToken };
};
const reader = () => member({ levels: { HOSTING: "read" } });

const deployZip = async (token: string): Promise<number> => {
  const form = new FormData();
  form.set("projectId", projectId);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from("<p>theirs"), "index.html");
  zip.end();
  form.set("file", new Blob([await buffer(zip.outputStream)]), "site.zip");
  return (await fetch(`${cloud.url}/api/open/deploy`, { method: "POST", headers: { token }, body: form })).status;
};
/** Returns the sample repository of every team. */
const repository = async () => {
  const { items } = await owner.data<{ items: { githubId: string }[] }>("GET /api/hosting/user/git-namespaces");
  const list = `GET /api/hosting/repo/refresh/list?githubId=${items[0]!.githubId}`;
  const { repoList } = await owner.data<{ repoList: { id: string; name: string; cloneUrl: string }[] }>(list);
  return repoList.find(({ name }) => name === "static-site")!;
};

describe("a member with read-only access to hosting", () => {
  it("can't deploy with an older auth token: neither by the open API, nor by uploads, nor by git push", async () => {
    const { authToken, teamToken } = await reader();
    expect(await deployZip((await member()).authToken)).toBe(200);
    expect(await deployZip(authToken)).toBe(403);
    const open = (line: string) => owner.call(line, { headers: { token: authToken } });
    expect((await open("GET /api/open/project/1")).status).toBe(200);
    const upload = { kind: "folder", files: [{ path: "index.html", sizeBytes: 1 }] };
    for (const token of [authToken, teamToken]) {
      expect((await owner.call("POST /api/hosting/upload", { token, body: upload })).status).toBe(403);
      expect((await owner.call(`POST /api/hosting/project/${projectId}/build`, { token, body: {} })).status).toBe(403);
    }
    const copy = await cloneAs((await repository()).cloneUrl, authToken);
    await copy.edit("index.html", "<", "<!-- theirs --><");
    await expect(copy.push("theirs")).rejects.toThrow(
      "You have read-only access to this repository. Ask the team owner for access.",
    );
  });

  it("can't continue an upload started before", async () => {
    const user = await member();
    const body = { kind: "folder", files: [{ path: "index.html", sizeBytes: 3 }] };
    const started = await owner.call("POST /api/hosting/upload", { token: user.teamToken, body });
    const { uploadId } = dataOf<{ uploadId: string }>(started);
    const { invitationId } = user;
    dataOf(await teamCallsOf(owner.call).edit(owner.token, { invitationId, levels: { HOSTING: "read" } }));
    const part = await fetch(`${cloud.url}/api/hosting/upload/${uploadId}/content?offset=0`, {
      method: "PUT",
      body: "hey",
      headers: { authorization: user.teamToken, "content-type": "application/octet-stream" },
    });
    expect(part.status).toBe(403);
  });

  it("sees the names of a project's environment variables but not their values", async () => {
    const source = { platform: "IPFS", deployType: "REPOSITORY", repoId: (await repository()).id };
    const project = { name: "secretive", ...source, env: [{ key: "API_KEY", value: "hunter2" }] };
    const { projectId: id } = await owner.data<{ projectId: string }>("POST /api/hosting/project", project);
    const path = `GET /api/hosting/project/${id}`;
    const { teamToken, authToken } = await reader();
    for (const token of [teamToken, authToken]) {
      const shown = await owner.call(path, { token });
      expect(shown.text).not.toContain("hunter2");
      expect(dataOf<{ env: unknown }>(shown).env).toEqual([{ key: "API_KEY", value: "" }]);
    }
    const full = await owner.call(path, { token: (await member()).teamToken });
    expect(dataOf<{ env: unknown }>(full).env).toEqual(project.env);
  });
});

describe("a member without access to hosting", () => {
  it("can't use an older auth token in any way", async () => {
    const { authToken, teamToken } = await member({ access: ["BUCKET"] });
    expect(await deployZip(authToken)).toBe(401);
    expect((await owner.call("GET /api/open/project/1", { headers: { token: authToken } })).status).toBe(401);
    expect((await owner.call(`GET /api/hosting/project/${projectId}`, { token: teamToken })).status).toBe(403);
    await expect(cloneAs((await repository()).cloneUrl, authToken)).rejects.toThrow(/Authentication failed/);
  });

  it("receives no events of the team's builds, unlike a member with hosting", async () => {
    const [outside, inside] = [await member({ access: ["BUCKET"] }), await reader()];
    const [deaf, hearing] = [
      await recordingSocket(cloud.url, outside.teamToken),
      await recordingSocket(cloud.url, inside.teamToken),
    ];
    await owner.deploy(projectId, { "index.html": "<p>again" });
    await hearing.receives("PROJECT_BUILD");
    // It can still receive events of its membership.
    expect(deaf.heard).not.toContain("PROJECT_BUILD");
  });
});
