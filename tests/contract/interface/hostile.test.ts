/** A hostile repository does no harm: each build ends with a clear message, and the next build works. */
import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { craftedRepository, type Tree } from "../../support/git/crafted-repository.ts";
import { file, startHostileServer, type HostileServer } from "../../support/fuzz/hostile-server.ts";
import { workerFolders } from "../../support/hosting/workers.ts";
import { listenOnLoopback } from "../../support/server/loopback.ts";

let ground: HostileServer;
beforeAll(async () => {
  ground = await startHostileServer();
});
afterEach(() => ground.expectHealthy());
afterAll(() => ground.expectToBuild());

describe("contents of a repository", () => {
  test("symbolic links out of the tree are text, as files and as folders, and are not followed", async () => {
    const { task, visit } = await ground.built([
      ["index.html", file("site")],
      ["data", { link: ground.cloud.config.DATA_DIR }],
      ["passwd", { link: "/etc/passwd" }],
      ["up", { link: "../../.." }],
    ]);
    expect(task).toMatchObject({ state: "success", fileCount: 4 });
    expect((await visit("/passwd")).text).toBe("/etc/passwd");
    expect((await visit("/data/instance")).status).toBe(404);
    const asRoot = await ground.built([["data", { link: "/" }]], { rootDirectory: "data" });
    expect(asRoot.task.errorMessage).toBe('The root directory "data" was not found in the repository.');
  });

  test("a root directory that the build replaces with a link is outside the project's folder, and nothing is published", async () => {
    const { task } = await ground.built([["sub", { folder: [["a", file("a")]] }]], {
      rootDirectory: "sub",
      buildCommand: "cd .. && rm -r sub && ln -s / sub",
      outputDirectory: "etc",
    });
    expect(task.errorMessage).toMatch(/^The output directory "etc" is outside the project's folder/);
  });

  test("submodules are empty folders, and what .gitmodules names is never fetched or run", async () => {
    const asked: string[] = [];
    const port = await listenOnLoopback((request, response) => void (asked.push(request.url!), response.end()));
    const mark = join(ground.cloud.config.DATA_DIR, "ran");
    const address = (url: string, name: string) =>
      `[submodule "${name}"]\n\tpath = ${name}\n\turl = ${url}\n\tupdate = !touch ${mark}\n`;
    const modules =
      address(`ext::sh -c touch% ${mark}`, "one") +
      address(`file://${ground.cloud.config.DATA_DIR}/git`, "two") +
      address(`http://127.0.0.1:${port}/x.git`, "three");
    const { task, visit } = await ground.built([
      [".gitmodules", file(modules)],
      ["index.html", file("site")],
      ...["one", "two", "three"].map((name) => [name, { submodule: "1".repeat(40) }] as const),
    ]);
    expect(task.state).toBe("success");
    expect((await visit("/two/HEAD")).status).toBe(404);
    expect(asked).toEqual([]);
    await expect(access(mark)).rejects.toThrow("ENOENT");
  });

  test("hooks, filters of .gitattributes and settings in the tree run nothing", async () => {
    const mark = join(ground.cloud.config.DATA_DIR, "ran");
    const config = `[core]\n\tfsmonitor = touch ${mark}\n[filter "x"]\n\tsmudge = touch ${mark}\n`;
    const { task } = await ground.built([
      [".gitattributes", file("* filter=x diff=x merge=x export-subst\n")],
      [".gitconfig", file(config)],
      ["config", file(config)],
      ["hooks", { folder: [["post-checkout", { file: `#!/bin/sh\ntouch ${mark}\n`, mode: "100755" }]] }],
      ["HEAD", file("ref: refs/heads/main\n")],
      ["objects", { folder: [["x", file("x")]] }],
      ["refs", { folder: [["x", file("x")]] }],
    ]);
    expect(task.state).toBe("success");
    await expect(access(mark)).rejects.toThrow("ENOENT");
  });

  test.each([
    [".git", [[".git", { folder: [["config", file("[core]\n\tfsmonitor = id\n")]] }]]],
    ["..", [["..", { folder: [["escaped", file("x")]] }]]],
    [".GIT", [[".GIT", { folder: [["config", file("x")]] }]]],
  ] as [string, Tree][])("a folder named %s is refused with a message", async (name, tree) => {
    const { task } = await ground.built([["index.html", file("x")], ...tree]);
    expect(task).toMatchObject({ state: "failure", live: false });
    expect(task.errorMessage).toContain(name);
    const [folder] = await workerFolders(ground.cloud.config.DATA_DIR);
    expect(await readdir(folder!, { recursive: true })).not.toContainEqual(expect.stringMatching(/(^|\/)escaped$/));
  });

  test("names with newlines, leading dashes, quotes and backslashes are published unchanged", async () => {
    const names = ["-rf", "--upload-pack=id", "new\nline.txt", "quo'te\".txt", "back\\slash.txt", "$(id).txt", "*"];
    const { task, visit } = await ground.built(
      names.toSorted().map((name) => [name, file(name)] as const),
      { buildCommand: "ls" },
    );
    expect(task).toMatchObject({ state: "success", fileCount: names.length });
    for (const name of names) expect((await visit(`/${encodeURIComponent(name)}`)).text).toBe(name);
  });

  test("a file whose name is not UTF-8 is reported, and nothing is published", async () => {
    const { task } = await ground.built([[Buffer.from([0x61, 0xff, 0x62]), file("x")]]);
    expect(task.state).toBe("failure");
    expect(task.errorMessage).toMatch(/^The output contains "a\uFFFDb", which is not valid UTF-8/);
  });

  test("a few bytes that expand to billions of files, or to gigabytes, are refused before anything is written", async () => {
    const craft = await craftedRepository();
    let bomb = await craft.tree([["f", file("x")]]);
    for (let level = 0; level < 9; level += 1)
      bomb = await craft.tree(Array.from({ length: 10 }, (_, index) => [`d${index}`, { tree: bomb }] as const));
    const large = await craft.tree([["zeros", { file: Buffer.alloc(64 * 1024 * 1024) }]]);
    const trees: [Tree, RegExp][] = [
      [[["bomb", { tree: bomb }]], /more than 100000 files/],
      [Array.from({ length: 40 }, (_, index) => [`d${index + 10}`, { tree: large }] as const), /exceed \d+ bytes/],
    ];
    for (const [tree, sentence] of trees) {
      const name = ground.newName();
      const { id, pushUrl } = await ground.builder.repository(name);
      await craft.push(pushUrl, tree);
      expect((await ground.builder.detect(id)).framework).toBe("other");
      const { task } = await ground.builder.build(await ground.builder.project(name, id, {}));
      expect(task.state).toBe("failure");
      expect(task.errorMessage).toMatch(sentence);
    }
  });
});

test("a commit with a subject of one megabyte is shown shortened", async () => {
  const name = ground.newName();
  const { id, pushUrl } = await ground.builder.repository(name);
  await (await craftedRepository()).push(pushUrl, [["index.html", file("x")]], "long ".repeat(200_000));
  const { task } = await ground.builder.build(await ground.builder.project(name, id, {}));
  expect(task.state).toBe("success");
  expect(task.message).toBe(`${"long ".repeat(60)}…`);
});

test("a missing output among very long names is reported in a message short enough for every list", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `${String(index).padStart(3, "0")}${"n".repeat(240)}`);
  const tree = names.map((name) => [name, file("x")] as const);
  const { task } = await ground.built(tree, { buildCommand: "true", outputDirectory: "out" });
  expect(task.errorMessage).toMatch(/^The output directory "out" does not exist after the build\. Found: 000n+, 001n/);
  const list = "GET /api/hosting/project/task/list";
  expect(await ground.builder.data<{ total: number }>(list)).toMatchObject({ total: expect.any(Number) });
});

test("addresses without a public repository over http are refused on the field", async () => {
  const input = [
    "ext::sh -c touch% /tmp/ran",
    "file:///etc",
    "/etc",
    "--upload-pack=touch /tmp/ran",
    "ssh://git@example.com/x.git",
    "git://example.com/x.git",
    `http://127.0.0.1:${ground.cloud.port}/git/x/y.git`,
    `http://localhost:${ground.cloud.port}/x.git`,
    `http://[::1]:${ground.cloud.port}/x.git`,
    `http://0x7f000001:${ground.cloud.port}/x.git`,
    "http://169.254.169.254/latest",
    "https://user:secret@example.com/x.git",
    "https://example.com/x.git\n--upload-pack=id",
  ];
  for (const url of input) {
    const call = ground.builder.data("POST /api/hosting/repo/import", { url });
    await expect(call, url).rejects.toThrow(/: 4\d\d .*"url":\[/);
  }
});
