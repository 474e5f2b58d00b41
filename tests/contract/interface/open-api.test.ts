import { randomBytes, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ZipFile } from "yazl";
import { errors } from "../../../resources/declare/errors.ts";
import { callerOf, type Call } from "../../support/server/api.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ask } from "../../support/server/http.ts";
import { patience } from "../../support/patience.ts";
import { signIn } from "../../support/account/sign-in.ts";

interface Reply {
  readonly code: number;
  readonly bcode: string;
  readonly message: string;
  readonly content: never;
}

let cloud: TestCloud;
let call: Call;
let session: string;
let token: string;

beforeAll(async () => {
  cloud = await testCloud();
  call = callerOf(cloud.url);
  ({ session, token } = await newcomer());
});

const newcomer = async () => {
  const { accessToken } = await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));
  const { body } = await call("POST /api/hosting/user/token/new", { token: accessToken, body: { name: "script" } });
  return { session: accessToken, token: body.data["token"] as string };
};

const open = async (line: string, init: RequestInit = {}, as = token): Promise<{ status: number; reply: Reply }> => {
  const [method, path] = line.split(" ") as [string, string];
  const headers = { token: as, ...(init.headers as Record<string, string>) };
  const response = await fetch(`${cloud.url}/api/open${path}`, { ...init, method, headers });
  return { status: response.status, reply: (await response.json()) as Reply };
};

const zipOf = async (files: Record<string, string | Buffer>): Promise<Blob> => {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path, { compress: false });
  zip.end();
  return new Blob([await buffer(zip.outputStream)]);
};

const formOf = (values: Record<string, string | Blob>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, "site.zip");
  }
  return form;
};

const newProject = async (name: string): Promise<string> =>
  (await open("POST /project", { body: formOf({ name }) })).reply.content["projectId"];

const deploymentOf = async (taskId: string) =>
  (await call(`GET /api/hosting/project/task/object/${taskId}`, { token: session })).body.data as Record<
    string,
    string
  >;

const ended = (taskId: string) =>
  vi.waitFor(
    async () => {
      const row = await deploymentOf(taskId);
      expect(["success", "failure"]).toContain(row["state"]);
      return row;
    },
    { timeout: 90_000, interval: 50 },
  );

/** Checks that no file is left of an upload that was not deployed. */
const nothingStaged = async () => {
  expect(await readdir(join(cloud.config.DATA_DIR, "staging"))).toEqual([]);
  const left = cloud.database.db.selectFrom("upload").select("id").where("published", "is", null);
  expect(await left.execute()).toEqual([]);
};

describe("the open API", () => {
  it("creates a project from a form and deploys a zip from a multipart form, as a curl script does", async () => {
    const created = await open("POST /project", { body: new URLSearchParams({ name: "scripted" }) });
    expect(created).toMatchObject({
      status: 200,
      reply: { code: 200, bcode: "SUCCESS", message: "OK", content: { name: "scripted", online: false } },
    });
    const { projectId } = created.reply.content as { projectId: string };
    const file = await zipOf({ "index.html": "<h1>By form</h1>", "big.bin": randomBytes(3_000_000) });
    for (const form of [formOf({ projectId, file }), formOf({ file, projectId, message: "From a script" })]) {
      const { status, reply } = await open("POST /deploy", { body: form });
      expect(status).toBe(200);
      const { taskId, url } = reply.content as { taskId: string; url: string };
      expect(url).toBe(`http://scripted.localhost:${cloud.port}`);
      expect(await ended(taskId)).toMatchObject({ state: "success", trigger: "cli" });
    }
    expect((await ask(cloud.port, "scripted.localhost", "/")).body.toString()).toBe("<h1>By form</h1>");
    expect((await call(`GET /api/hosting/project/${projectId}`, { token: session })).body.data["cli"]).toBe(true);
  });

  it("lists projects and domains a page at a time", async () => {
    const other = await newcomer();
    for (const name of ["one", "two", "three"]) await open("POST /project", { body: formOf({ name }) }, other.token);
    const { reply } = await open("GET /project/2?pageSize=2", {}, other.token);
    expect(reply.content).toMatchObject({ items: [{ name: "one", online: false }], total: 3, page: 2 });
    expect((await open("GET /domain/1", {}, other.token)).reply.content).toEqual({ items: [], total: 0, page: 1 });
    for (const page of ["0", "x", "-1", "1e3"]) expect((await open(`GET /project/${page}`)).status).toBe(404);
  });

  it("adds a domain with the records to set, and checks it", async () => {
    const projectId = await newProject("with-domain");
    const domain = `${randomUUID().slice(0, 8)}.example.com`;
    const added = await open(`POST /domain/${projectId}`, { body: formOf({ domain }) });
    expect(added.reply).toMatchObject({ code: 200, content: { domain, projectId, valid: false } });
    const { domainId, txt } = added.reply.content as { domainId: string; txt: string };
    expect(txt).not.toBe("");
    const examined = await open(`GET /domain/examination?domainId=${domainId}`);
    expect(examined.reply).toMatchObject({ code: 200, content: { success: false, message: expect.any(String) } });
    expect((await open("GET /domain/1")).reply.content).toMatchObject({ total: 1, items: [{ domainId }] });
  });

  it("accepts a token only in the header `token`: no session, no Authorization", async () => {
    const refused = { code: 401, bcode: "UNAUTHORIZED", message: errors.UNAUTHORIZED.message, content: null };
    for (const headers of [{}, { token: session }, { token: `fh_${"x".repeat(43)}` }, { authorization: token }]) {
      const response = await fetch(`${cloud.url}/api/open/project/1`, { headers: headers as Record<string, string> });
      expect([response.status, await response.json()]).toEqual([401, refused]);
    }
    const response = await fetch(`${cloud.url}/api/hosting/project/v3/list`, { headers: { token } });
    expect(response.status).toBe(401);
  });

  it("reports errors in a separate envelope, with messages for the fields", async () => {
    expect((await open("POST /project", { body: formOf({ name: "Not A Name" }) })).reply).toMatchObject({
      code: 422,
      bcode: "INVALID_INPUT",
      content: { name: [expect.stringContaining("lowercase letters")] },
    });
    const file = await zipOf({ "index.html": "x" });
    expect((await open("POST /deploy", { body: formOf({ file }) })).reply).toMatchObject({ bcode: "INVALID_INPUT" });
    const projectId = await newProject("wrong");
    const missing = await open("POST /deploy", { body: formOf({ projectId }) });
    expect(missing.reply.content).toEqual({ file: ["Send the ZIP file as `file`."] });
    const misnamed = await open("POST /deploy", { body: formOf({ projectId, archive: file }) });
    expect(misnamed.reply.content).toEqual({ file: ["Send the ZIP file as `file`."] });
  });

  it("another team's project does not exist for a token", async () => {
    const projectId = await newProject("mine");
    const stranger = await newcomer();
    const file = await zipOf({ "index.html": "x" });
    const answers = [
      await open("POST /deploy", { body: formOf({ projectId, file }) }, stranger.token),
      await open(`POST /domain/${projectId}`, { body: formOf({ domain: "a.example.com" }) }, stranger.token),
    ];
    expect(answers.map(({ status, reply }) => [status, reply.bcode])).toEqual([
      [404, "NOT_FOUND"],
      [404, "NOT_FOUND"],
    ]);
  });

  it("refuses files for a project built from a repository, and stores none of them", async () => {
    const spaces = await call("GET /api/hosting/user/git-namespaces", { token: session });
    const { githubId } = (spaces.body.data["items"] as { githubId: string }[])[0]!;
    const list = await call(`GET /api/hosting/repo/refresh/list?githubId=${githubId}`, { token: session });
    const { id: repoId } = (list.body.data["repoList"] as { id: string }[])[0]!;
    const body = { name: "built", platform: "IPFS", deployType: "REPOSITORY", repoId };
    const { projectId } = (await call("POST /api/hosting/project", { token: session, body })).body.data;
    const file = await zipOf({ "index.html": "x" });
    const { status, reply } = await open("POST /deploy", { body: formOf({ projectId, file }) });
    expect([status, reply.content]).toEqual([
      422,
      { projectId: [expect.stringContaining("can't be deployed from files")] },
    ]);
    await nothingStaged();
  });

  it("an invalid archive fails its deployment with a message, and the site stays", async () => {
    const projectId = await newProject("broken-zip");
    const { reply } = await open("POST /deploy", { body: formOf({ projectId, file: new Blob(["no archive"]) }) });
    expect(await ended(reply.content["taskId"])).toMatchObject({
      state: "failure",
      errorMessage: errors.ZIP_INVALID.message,
    });
    await nothingStaged();
  });
});

describe("a form", () => {
  it("may leave out the file's name, and may name the type of a field", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const field = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${value}\r\n`;
    const made = await open("POST /project", { body: `${field("name", "unnamed-file")}--b--\r\n`, headers });
    expect(made.reply).toMatchObject({ code: 200 });
    const { projectId } = made.reply.content as { projectId: string };
    const archive = await zipOf({ "index.html": "<h1>Sent</h1>" });
    const body = new Blob([field("projectId", projectId), field("file", "").slice(0, -2), archive, "\r\n--b--\r\n"]);
    const { reply } = await open("POST /deploy", { body, headers });
    expect(reply).toMatchObject({ code: 200, content: { projectId } });
    expect(await ended((reply.content as { taskId: string }).taskId)).toMatchObject({ state: "success" });
  });

  it.each([
    ["cut off in the middle", '--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK'],
    ["without a part", "--b--\r\n"],
    ["with two files", `${part("file")}${part("file")}--b--\r\n`],
    ["that is no form", "hello"],
  ])("%s is refused and leaves no files behind", async (_, body) => {
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const { status, reply } = await open("POST /deploy", { body, headers });
    expect([400, 422]).toContain(status);
    expect(reply).toMatchObject({ code: status, content: status === 400 ? null : expect.any(Object) });
    await nothingStaged();
  });

  it("of another type is refused, and so is one with a file in a wrong field", async () => {
    const input = await open("POST /deploy", { body: "{}", headers: { "content-type": "application/json" } });
    expect([input.status, input.reply.bcode]).toEqual([400, "BODY_INVALID"]);
    const filed = await open("POST /project", { body: formOf({ name: "filed", file: new Blob(["x"]) }) });
    expect([filed.status, filed.reply.bcode]).toEqual([400, "BODY_INVALID"]);
  });

  it("above the size limit of the call is refused while it is read", async () => {
    const { status, reply } = await open("POST /project", { body: formOf({ name: "x".repeat(100_000) }) });
    expect([status, reply.bcode]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field-${at}`, "x"]));
    expect((await open("POST /project", { body: formOf(fields) })).reply.bcode).toBe("BODY_INVALID");
  });

  it("with a sender that disconnects in the middle leaves no files behind", async () => {
    const headers = { token, "content-type": "multipart/form-data; boundary=b" };
    const sent = request(`${cloud.url}/api/open/deploy`, { method: "POST", headers });
    sent.on("error", () => undefined);
    sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n');
    sent.write(randomBytes(1_000_000));
    await vi.waitFor(
      async () =>
        expect(await readdir(join(cloud.config.DATA_DIR, "staging"))).toEqual([expect.stringMatching(/^upload-/)]),
      patience,
    );
    sent.destroy();
    await vi.waitFor(nothingStaged, patience);
  });
});

it("no request caused a server error", () => {
  expect(cloud.faults).toEqual([]);
});

function part(name: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.zip"\r\n\r\nPK\r\n`;
}
