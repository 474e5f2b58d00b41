import { readFile, rm, stat, symlink, utimes, writeFile, mkdir, mkdtemp } from "node:fs/promises";
import { join, dirname } from "node:path";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { version } from "../../../package.json" with { type: "json" };
import { everyCall } from "../../../resources/declare/endpoints.ts";
import { deployments } from "../../../resources/hosting/deployments.ts";
import { authTokens } from "../../../resources/hosting/auth-tokens.ts";
import { calls as declaredCalls } from "../../../resources/calls.ts";
import { resources } from "../../../resources/index.ts";
import { calls, pages } from "../../../src/cli/calls.ts";
import { callerOf, type Call } from "../../support/server/api.ts";
import { newClone } from "../../support/git/git-clone.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ask } from "../../support/server/http.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { compileCommandLine } from "../../../src/cli/build-plugin.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { root } from "../../support/hosting/source-files.ts";

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Standard input; never a terminal. */
  readonly input?: string;
}

/** Sets up a user's computer with the CLI: nothing is stored outside of `folder`. */
const commandLine = async () => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-cli-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, "freehold.mjs");
  await writeFile(program, await compileCommandLine(root));
  const config = join(folder, "config");

  const run = async (
    args: readonly string[],
    { cwd = folder, env = {}, input = "" }: RunOptions = {},
  ): Promise<Ran> => {
    const { FREEHOLD_TOKEN: _token, FREEHOLD_HOST: _host, ...inherited } = process.env;
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: { ...inherited, XDG_CONFIG_HOME: config, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.end(input);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return { code: child.exitCode!, stdout, stderr };
  };

  /** Creates a folder with these files. */
  const site = async (name: string, files: Record<string, string>): Promise<string> => {
    const at = join(folder, name);
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(at, path)), { recursive: true });
      await writeFile(join(at, path), content);
    }
    return at;
  };

  return { folder, program, credentials: join(config, "freehold/credentials.json"), run, site };
};

let cloud: TestCloud;
let call: Call;
let session: string;
let token: string;
let cli: Awaited<ReturnType<typeof commandLine>>;
let env: Record<string, string>;

beforeAll(async () => {
  cloud = await testCloud();
  call = callerOf(cloud.url);
  session = (await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()))).accessToken;
  token = await newToken("laptop");
  cli = await commandLine();
  env = { FREEHOLD_HOST: cloud.url, FREEHOLD_TOKEN: token };
});

const newToken = async (name: string): Promise<string> =>
  (await call("POST /api/hosting/user/token/new", { token: session, body: { name } })).body.data["token"];

const visit = async (name: string, path = "/") => (await ask(cloud.port, `${name}.localhost`, path)).body.toString();

/** Returns the last visible line. */
const finalLines = (text: string): string => text.trimEnd().split("\n").at(-1)!;

interface Result {
  readonly taskId: string;
  readonly projectId: string;
  readonly sentBytes: number;
  readonly state: string;
  readonly cid: string;
}
const resultIn = (text: string) => JSON.parse(text) as Result;

it("the command line makes declared calls only, and links to declared pages", () => {
  const declared = new Set<string>(everyCall({ resources, calls: declaredCalls }).map((spec) => spec.call));
  expect(Object.values(calls).filter((line) => !declared.has(line))).toEqual([]);
  expect(pages).toEqual({ authTokens: authTokens.routes.list, build: deployments.routes.show });
});

describe("signing in", () => {
  it("login checks the token and stores it readable by its owner only, whoami shows it, logout deletes it", async () => {
    const login = await cli.run(["login", `${cloud.url}/`], { input: `${token}\n` });
    expect([login.code, login.stdout]).toEqual([0, ""]);
    expect(login.stderr).toContain(`Signed in to ${cloud.url}`);
    expect((await stat(cli.credentials)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(cli.credentials, "utf8"))).toEqual({
      host: cloud.url,
      tokens: { [cloud.url]: token },
    });
    const whoami = JSON.parse((await cli.run(["whoami", "--json"])).stdout) as object;
    expect(whoami).toMatchObject({ host: cloud.url, tokenName: "laptop" });
    expect((await cli.run(["logout"])).stderr).toContain("Signed out of");
    const after = await cli.run(["whoami"]);
    expect([after.code, finalLines(after.stderr)]).toEqual([3, expect.stringContaining("Run freehold login")]);
  });

  it("a wrong token is refused with a hint where to get one, and is not stored", async () => {
    const { code, stderr } = await cli.run(["login", cloud.url, "--token", `fh_${"x".repeat(43)}`]);
    expect(code).toBe(3);
    expect(stderr).toContain(`Create a token at ${cloud.url}/hosting/auth-tokens`);
    await expect(readFile(cli.credentials, "utf8")).resolves.not.toContain("xxx");
  });

  it("an unreachable server has a separate exit code", async () => {
    const { code, stderr } = await cli.run(["whoami", "--host", "http://127.0.0.1:9", "--token", token]);
    expect([code, stderr]).toEqual([4, expect.stringContaining("Can't reach http://127.0.0.1:9")]);
  });

  it("a token is valid for hosting only: it gives no access to sessions and new tokens", async () => {
    expect((await call("GET /api/auth/user", { token })).status).toBe(403);
    expect((await call("POST /api/hosting/user/token/new", { token, body: { name: "more" } })).status).toBe(403);
  });
});

describe("deploying", () => {
  it("link creates a project, deploy publishes the folder, and an unchanged second deploy sends no bytes", async () => {
    const cwd = await cli.site("garden", {
      "dist/index.html": "<h1>Garden</h1>",
      "dist/css/a.css": "a".repeat(5000),
      "dist/.env": "SECRET=1",
      "dist/node_modules/x/index.js": "no",
      "dist/drafts/secret.html": "no",
      "dist/.freeholdignore": "drafts/\n",
    });
    expect((await cli.run(["link", "--project", "garden"], { cwd, env })).code).toBe(1);
    const linked = await cli.run(["link", "--project", "garden", "--create", "--json"], { cwd, env });
    expect(JSON.parse(linked.stdout)).toMatchObject({ host: cloud.url, name: "garden", deployType: "UPLOAD" });

    const first = await cli.run(["deploy", "dist", "-m", "First one"], { cwd, env });
    expect(first).toMatchObject({ code: 0, stdout: `http://garden.localhost:${cloud.port}\n` });
    expect(first.stderr).toContain("The site is live at");
    expect(await visit("garden")).toBe("<h1>Garden</h1>");
    for (const path of ["/.env", "/node_modules/x/index.js", "/drafts/secret.html", "/.freeholdignore"])
      expect((await ask(cloud.port, "garden.localhost", path)).status, path).toBe(404);

    const second = resultIn((await cli.run(["deploy", "dist", "--json"], { cwd, env })).stdout);
    expect(second).toMatchObject({ state: "success", sentBytes: 0 });
    const { body } = await call(`GET /api/hosting/project/task/${second.projectId}/list`, { token: session });
    expect(body.data["items"]).toMatchObject([
      { trigger: "cli", state: "success", live: true, cid: second.cid },
      { trigger: "cli", state: "success", message: "First one", cid: second.cid },
    ]);
    expect((await call(`GET /api/hosting/project/${second.projectId}`, { token: session })).body.data["cli"]).toBe(
      true,
    );

    await writeFile(join(cwd, "dist/index.html"), "<h1>Gardens</h1>");
    const third = resultIn((await cli.run(["deploy", "dist", "--json"], { cwd, env })).stdout);
    expect(third.sentBytes).toBeGreaterThan(0);
    expect(await visit("garden")).toBe("<h1>Gardens</h1>");
  });

  it("a file rewritten with the same size and time is noticed, although the old one is cached", async () => {
    const cwd = await cli.site("clock", { "index.html": "noon" });
    await cli.run(["link", "--project", "clock", "--create"], { cwd, env });
    const past = new Date(Date.now() - 60_000);
    await utimes(join(cwd, "index.html"), past, past);
    await cli.run(["deploy"], { cwd, env });
    await writeFile(join(cwd, "index.html"), "nine");
    await utimes(join(cwd, "index.html"), past, past);
    expect((await cli.run(["deploy"], { cwd, env })).code).toBe(0);
    expect(await visit("clock")).toBe("nine");
  });

  it("a zip is deployed unchanged, without linking, by the project's name, as in continuous integration", async () => {
    const { ZipFile } = await import("yazl");
    const { buffer } = await import("node:stream/consumers");
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from("zipped"), "site/index.html");
    zip.end();
    const cwd = await cli.site("ci", { "readme.txt": "" });
    await writeFile(join(cwd, "site.zip"), await buffer(zip.outputStream));
    const deploy = ["deploy", "site.zip", "--project", "zipped", "--create"];
    expect(await cli.run(deploy, { cwd, env })).toMatchObject({ code: 0 });
    expect(await visit("zipped")).toBe("zipped");
    expect(await cli.run(deploy, { cwd, env })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("nothing to upload"),
    });
    await expect(stat(join(cwd, ".freehold"))).rejects.toThrow("ENOENT");
  });

  it("a built site is published whole although its .gitignore excludes it, without what is left out by default", async () => {
    const files = { ".gitignore": "*\n!.gitignore", "index.html": "built", ".env": "A=1", "js/app.js": "app" };
    const cwd = await cli.site("output", files);
    const { code, stderr } = await cli.run(["deploy", "--project", "output", "--create"], { cwd, env });
    expect([code, stderr]).toEqual([0, expect.stringContaining("Left out by default: .env, .gitignore")]);
    expect(await visit("output")).toBe("built");
    expect((await ask(cloud.port, "output.localhost", "/js/app.js")).status).toBe(200);
  });

  it("files that are usually secret are published only on request, from a folder and from a zip", async () => {
    const { ZipFile } = await import("yazl");
    const { buffer } = await import("node:stream/consumers");
    const zip = new ZipFile();
    for (const name of ["index.html", ".env"]) zip.addBuffer(Buffer.from(name), name);
    zip.end();
    const cwd = await cli.site("keys", { "site/index.html": "site", "site/keys/server.key": "key" });
    await writeFile(join(cwd, "site.zip"), await buffer(zip.outputStream));
    for (const [path, secret] of [
      ["site", "keys/server.key"],
      ["site.zip", ".env"],
    ] as const) {
      const deploy = ["deploy", path, "--project", "keys", "--create"];
      const refused = await cli.run(deploy, { cwd, env });
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`usually secret: ${secret}.`)]);
      expect((await cli.run([...deploy, "--secrets"], { cwd, env })).code).toBe(0);
      expect((await ask(cloud.port, "keys.localhost", `/${secret}`)).status).toBe(200);
    }
  });

  it("symbolic links are skipped and listed", async () => {
    const cwd = await cli.site("links", { "index.html": "here" });
    await symlink("/etc/passwd", join(cwd, "passwd"));
    const { code, stderr } = await cli.run(["deploy", "--project", "links", "--create"], { cwd, env });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/Left out.*passwd/)]);
    expect((await ask(cloud.port, "links.localhost", "/passwd")).status).toBe(404);
  });

  it("a repository's project is built from its branch, without a folder", async () => {
    const spaces = await call("GET /api/hosting/user/git-namespaces", { token: session });
    const { githubId } = (spaces.body.data["items"] as { githubId: string }[])[0]!;
    const { body } = await call(`GET /api/hosting/repo/refresh/list?githubId=${githubId}`, { token: session });
    const repository = (body.data["repoList"] as { id: string; name: string }[]).find(
      ({ name }) => name === "static-site",
    )!;
    const source = { deployType: "REPOSITORY", repoId: repository.id, currentBranch: "main" };
    await call("POST /api/hosting/project", { token: session, body: { name: "branchy", platform: "IPFS", ...source } });
    const { code, stdout } = await cli.run(["deploy", "--project", "branchy"], { env });
    expect([code, stdout]).toEqual([0, `http://branchy.localhost:${cloud.port}\n`]);
    const refused = await cli.run(["deploy", ".", "--project", "branchy"], { env });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("can't be deployed from a folder")]);
  });

  it("promote shows the preview of a branch in production, without a build", async () => {
    const made = await call("POST /api/hosting/repo", { token: session, body: { name: "promoted" } });
    const {
      id: repoId,
      cloneUrl,
      defaultBranch,
    } = made.body.data as Record<"id" | "cloneUrl" | "defaultBranch", string>;
    const source = { deployType: "REPOSITORY", repoId, buildCommand: "", previews: false };
    await call("POST /api/hosting/project", {
      token: session,
      body: { name: "promoted", platform: "IPFS", ...source },
    });
    const address = cloneUrl.replace("//", `//me:${token}@`).replace("localhost", "127.0.0.1");
    const { push } = await newClone(address, defaultBranch);
    await push({ "index.html": "main" });
    await push({ "index.html": "draft" }, { branch: "draft" });
    const project = ["--project", "promoted"];
    await cli.run(["deploy", ...project], { env });
    const none = await cli.run(["promote", ...project, "--branch", "draft"], { env });
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("No preview of draft has been built")]);
    await cli.run(["deploy", ...project, "--branch", "draft"], { env });
    expect(await visit("promoted")).toBe("main");
    const promoted = await cli.run(["promote", ...project], { env });
    expect([promoted.code, promoted.stdout]).toEqual([0, `http://promoted.localhost:${cloud.port}\n`]);
    expect(await visit("promoted")).toBe("draft");
    const again = await cli.run(["promote", ...project, "--branch", "draft"], { env });
    expect([again.code, again.stdout]).toEqual([1, ""]);
  });

  it("--no-wait exits once the deployment is queued, and logs --follow shows the log to the end", async () => {
    const cwd = await cli.site("later", { "index.html": "later" });
    const queued = await cli.run(["deploy", "--project", "later", "--create", "--no-wait", "--json"], { cwd, env });
    const { taskId, state } = resultIn(queued.stdout);
    expect([queued.code, state]).toEqual([0, "queued"]);
    const followed = await cli.run(["logs", taskId, "--follow"], { cwd, env });
    expect([followed.code, finalLines(followed.stdout)]).toEqual([0, expect.stringContaining("The site is live at")]);
    const newest = await cli.run(["logs", "--project", "later"], { cwd, env });
    expect(newest.stdout).toBe(followed.stdout);
  });

  it("list shows the team's projects, open shows the URL of one", async () => {
    const cwd = await cli.site("listed", { "index.html": "x" });
    await cli.run(["link", "--project", "listed", "--create"], { cwd, env });
    expect((await cli.run(["list"], { env })).stdout).toMatch(/^listed\b.*http:\/\/listed\.localhost/m);
    expect((await cli.run(["open"], { cwd, env })).stdout).toBe(`http://listed.localhost:${cloud.port}\n`);
  });
});

describe("failures", () => {
  it("a failed deployment exits with code 1 and one sentence, and the live site is unchanged", async () => {
    const cwd = await cli.site("empty", { "a/.DS_Store": "x", "keep.txt": "" });
    await rm(join(cwd, "keep.txt"));
    const nothing = await cli.run(["deploy", "--project", "nothing", "--create"], { cwd, env });
    expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining("Nothing to deploy")]);

    const twins = await cli.site("broken", { "index.html": "fine" });
    await writeFile(join(twins, "site.zip"), "this is no archive");
    await cli.run(["deploy", "--project", "broken", "--create"], { cwd: twins, env });
    const broken = await cli.run(["deploy", "site.zip", "--project", "broken"], { cwd: twins, env });
    expect([broken.code, broken.stdout]).toEqual([1, ""]);
    expect(finalLines(broken.stderr)).toMatch(/not a valid zip archive.*\/hosting\/build\/broken\//);
    expect(await visit("broken")).toBe("fine");
  });

  it.each([
    [["deplyo"], /Unknown command "deplyo"/],
    [["deploy", "--prdo"], /Unknown option '--prdo'/],
    [["deploy", "a", "b"], /Unexpected argument "b"/],
    [["whoami", "--follow"], /Unknown option --follow/],
    [["deploy", "missing-folder", "--project", "x"], /missing-folder does not exist|No project named "x"/],
    [["deploy"], /not linked to a project/],
  ])("%j is answered with instructions", async (args, sentence) => {
    const { code, stdout, stderr } = await cli.run(args, { env });
    expect([1, 2]).toContain(code);
    expect(stdout).toBe("");
    expect(finalLines(stderr)).toMatch(sentence);
  });

  it("a project this token has no access to is reported as missing", async () => {
    const cwd = await cli.site("foreign", { "index.html": "x" });
    await cli.run(["link", "--project", "foreign", "--create"], { cwd, env });
    const stranger = (await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()))).accessToken;
    const { body } = await call("POST /api/hosting/user/token/new", { token: stranger, body: { name: "other" } });
    const foreign = { ...env, FREEHOLD_TOKEN: body.data["token"] as string };
    const { code, stderr } = await cli.run(["deploy"], { cwd, env: foreign });
    expect([code, stderr]).toEqual([1, expect.stringContaining("can't access the linked project")]);
  });

  it("--help explains each command, --version shows the version", async () => {
    for (const name of ["login", "logout", "whoami", "link", "deploy", "logs", "list", "open"])
      expect((await cli.run([name, "--help"])).stdout).toContain(`freehold ${name}`);
    expect((await cli.run(["--version"])).stdout).toBe(`${version}\n`);
  });
});
