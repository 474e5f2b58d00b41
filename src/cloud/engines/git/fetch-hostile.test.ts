import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { randomBytes, randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveGit, type GitServer } from "../../../../tests/support/git/git-server.ts";
import { processesWith } from "../../../../tests/support/hosting/sandbox.ts";
import { createDial } from "../network/dial.ts";
import type { Git } from "./git.ts";
import { openTestGit } from "../../../../tests/support/git/git-engine.ts";
import { runRemote } from "./remote-command.ts";
import { remoteErrorOf } from "../../../../tests/support/git/remote-error.ts";

const folder = mkdtempSync(join(tmpdir(), "freehold-fetch-"));
let host: GitServer;
let git: Git;
beforeAll(async () => {
  host = await serveGit();
  git = await openTestGit({ DATA_DIR: join(folder, "data"), GIT_PRIVATE_HOSTS: [host.host] });
});
afterAll(() => rmSync(folder, { recursive: true }));

const newMirror = (): string => `mirrors/${randomUUID()}`;

test("outgoing requests never reach private addresses, by name, address, redirect or DNS rebinding", async () => {
  const guarded = await openTestGit({ DATA_DIR: join(folder, "guarded") });
  for (const url of [
    `http://${host.host}/git/site.git`,
    "http://localhost:1/x.git",
    "http://169.254.169.254/latest/meta-data",
    "http://[::1]:8080/x.git",
    "https://127.0.0.1/x.git",
  ]) {
    expect((await remoteErrorOf(guarded.fetch(newMirror(), { url }))).problem, url).toBe("refused");
    expect((await remoteErrorOf(guarded.look({ url }))).message, url).toContain("private address");
  }

  // The allowed host redirects to a forbidden one.
  host.redirect("/git/away.git", "http://127.0.0.1:1/inner.git");
  const sent = await remoteErrorOf(git.fetch(newMirror(), { url: `http://${host.host}/git/away.git` }));
  expect(sent).toMatchObject({ problem: "refused", message: expect.stringContaining("127.0.0.1") as string });

  // A name is resolved once and the checked address is used: it can't change in between.
  let lookups = 0;
  const answers = ["127.0.0.1", "127.0.0.2"];
  const resolve = () => Promise.resolve([{ address: answers[lookups++]!, family: 4 }]);
  const dial = createDial({}, resolve, ["fickle.example.com"]);
  const socket = await dial("fickle.example.com", Number(host.host.split(":")[1]));
  expect([lookups, socket.remoteAddress]).toEqual([1, "127.0.0.1"]);
  socket.destroy();
});

test.each(["ext::sh -c id", "file:///etc", "ssh://git@example.com/x.git", "git@example.com:x.git", "--upload-pack=id"])(
  "%s is not fetched: only http and https are allowed",
  async (url) => {
    expect((await remoteErrorOf(git.fetch(newMirror(), { url }))).problem).toBe("refused");
    expect((await remoteErrorOf(git.look({ url }))).problem).toBe("refused");
  },
);

test("credentials are in no command line, stored file or message, and are not sent after a redirect", async () => {
  const remote = await host.create("private", "main", { login: { username: "ada", password: "s3cret-token" } });
  await remote.commit({ "a.txt": "1" });
  const mirror = newMirror();
  const source = { url: remote.url, credentials: { username: "ada", password: "s3cret-token" } };
  const encoded = Buffer.from("ada:s3cret-token").toString("base64");
  const seen: string[] = [];
  host.onRequest = async () => void seen.push(...(await processesWith("s3cret")), ...(await processesWith(encoded)));
  await git.fetch(mirror, source);
  host.onRequest = undefined;
  expect(seen).toEqual([]);
  const { stdout } = spawnSync("grep", ["-rlE", `s3cret|${encoded}`, join(folder, "data")], { encoding: "utf8" });
  expect(stdout).toBe("");
});

test("a repository above the limit is rejected during the transfer", async () => {
  const remote = await host.create("huge");
  await remote.commit({ "large.bin": randomBytes(6_000_000).toString("base64") });
  const draft = join(folder, "draft.git");
  execFileSync("git", ["init", "--quiet", "--bare", draft]);
  const problem = await remoteErrorOf(
    runRemote(createDial({}, undefined, [host.host]), {
      args: [`--git-dir=${draft}`, "fetch", "--quiet", "--depth=1", "--", remote.url, "+refs/heads/*:refs/heads/*"],
      source: { url: remote.url },
      timeoutMs: 60_000,
      outputBytesMax: 1024,
      growing: { repository: draft, bytesMax: 1_000_000 },
    }),
  );
  expect(problem.problem).toBe("too-large");
  await rm(draft, { recursive: true });
});

test("a repository's symbolic links, submodules and hooks are never followed or run", async () => {
  const remote = await host.create("hostile");
  const work = join(folder, "hostile");
  await mkdir(work);
  await symlink("/etc/passwd", join(work, "link"));
  await writeFile(join(work, ".gitmodules"), '[submodule "x"]\n\tpath = x\n\turl = http://127.0.0.1:1/x.git\n');
  await remote.commitFolder(work);
  const mirror = newMirror();
  host.requests.length = 0;
  await git.fetch(mirror, { url: remote.url });
  expect(host.requests.every((line) => line.includes("hostile"))).toBe(true);
  const target = join(folder, "hostile-out");
  await git.checkout(mirror, "main", target);
  expect(readFileSync(join(target, "link"), "utf8")).toBe("/etc/passwd");
});
