import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { testGitHost, type GitHost } from "../../../../tests/support/git/git-host.ts";

let host: GitHost;
beforeAll(async () => {
  host = await testGitHost();
});

test("without a token or with a wrong one, Git is asked to sign in, whether or not the repository exists", async () => {
  const { namespace, name } = await host.create();
  for (const path of [`${namespace}/${name}`, `${namespace}/none`]) {
    for (const authorization of [undefined, `Basic ${btoa("git:wrong")}`]) {
      const response = await fetch(`http://${host.host}/git/${path}.git/info/refs?service=git-upload-pack`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    }
  }
});

test("another team's repository is not found, neither for reading nor for pushing", async () => {
  const repository = await host.create();
  const place = await host.clone(repository);
  await host.run(place, "push", "-q", "origin", "main");
  host.takePushes();
  await expect(host.run(place, "clone", "-q", host.urlOf(repository, "their-token"), "x")).rejects.toThrow(/not found/);
  await host.commit(place, "index.html", "changed");
  await expect(host.run(place, "push", "-q", host.urlOf(repository, "their-token"), "main")).rejects.toThrow(
    /not found/,
  );
  const service = `${host.urlOf(repository).replace("git:our-token@", "")}/git-receive-pack`;
  const answer = await fetch(service, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("git:their-token")}` },
  });
  expect(answer.status).toBe(404);
  expect(host.takePushes()).toEqual([]);
});

test("a member with read-only access can clone and fetch, and a push is refused with a message", async () => {
  const repository = await host.create();
  const place = await host.clone(repository);
  await host.run(place, "push", "-q", "origin", "main");
  host.takePushes();
  const readers = await host.emptyFolder();
  const remote = host.urlOf(repository, "reader-token");
  await host.run(readers, "clone", "-q", remote, ".");
  await host.commit(readers, "index.html", "changed");
  await expect(host.run(readers, "push", "-q", "origin", "main")).rejects.toThrow(
    "You have read-only access to this repository. Ask the team owner for access.",
  );
  const direct = await fetch(
    `http://${host.host}/git/${repository.namespace}/${repository.name}.git/git-receive-pack`,
    {
      method: "POST",
      headers: { authorization: `Basic ${btoa("git:reader-token")}` },
    },
  );
  expect(direct.status).toBe(403);
  expect(host.takePushes()).toEqual([]);
});

test.each([
  ["GET", "HEAD"],
  ["GET", "objects/info/packs"],
  ["GET", "config"],
  ["GET", "info/refs"],
  ["GET", "info/refs?service=git-upload-archive"],
  ["GET", "git-upload-pack"],
  ["POST", "info/refs?service=git-upload-pack"],
  ["GET", "../x.git/info/refs?service=git-upload-pack"],
  ["GET", "%2e%2e/info/refs?service=git-upload-pack"],
])("%s %s is no address of smart HTTP", async (method, path) => {
  const { namespace, name } = await host.create();
  const response = await fetch(`http://${host.host}/git/${namespace}/${name}.git/${path}`, {
    method,
    headers: { authorization: `Basic ${btoa("git:our-token")}` },
  });
  expect(response.status).toBe(404);
});

test("a client that disconnects during a push or clone leaves no Git process", async () => {
  const repository = await host.create();
  const place = await host.clone(repository);
  await host.commit(place, "large.bin", randomBytes(8 * 1024 * 1024));
  await host.run(place, "push", "-q", "origin", "main");
  const at = `${repository.namespace}/${repository.name}.git`;
  const head = (service: string) =>
    `POST /git/${at}/${service} HTTP/1.1\r\nHost: ${host.host}\r\nAuthorization: Basic ${btoa("git:our-token")}\r\n` +
    `Content-Type: application/x-${service}-request\r\nContent-Length: 1000000\r\n\r\n`;
  for (const service of ["git-receive-pack", "git-upload-pack"]) {
    const socket = connect(Number(host.host.split(":")[1]), "127.0.0.1");
    socket.write(`${head(service)}0032`);
    while ((await gitProcessesAt(at)) === 0) await delay(10);
    socket.destroy();
    while ((await gitProcessesAt(at)) > 0) await delay(10);
  }
  const killed = spawn("git", ["clone", "-q", host.urlOf(repository), join(await host.emptyFolder(), "killed")], {
    stdio: "ignore",
  });
  while ((await gitProcessesAt(at)) === 0 && killed.exitCode === null) await delay(1);
  killed.kill("SIGKILL");
  while ((await gitProcessesAt(at)) > 0) await delay(10);
});

/** Lists the Git processes of a repository, told apart from the client's by their environment. */
const gitProcessesAt = async (path: string): Promise<number> => {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, "utf8").catch(() => "")));
  return environments.filter((text) => text.includes(`PATH_INFO=/${path}/`)).length;
};
