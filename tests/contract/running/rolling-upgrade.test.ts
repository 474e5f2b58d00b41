import { execFile } from "node:child_process";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { newOwner, ownerWith } from "../../support/account/owner.ts";
import { unlockAllUsers } from "../../support/billing/unlocks.ts";
import { testDatabase } from "../../support/database/database.ts";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { mountShared } from "../../support/server/small-disk.ts";
import { ask } from "../../support/server/http.ts";

const root = join(import.meta.dirname, "../../..");
const run = async (program: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd: root })).stdout.trim();

const hashes = "src/cloud/migrations/hashes.txt";
const migrationsOf = async (version: string): Promise<readonly string[]> =>
  (await run("git", "show", `${version}:${hashes}`)).split("\n").filter(Boolean);

/**
 * The newest commit that has some of today's migrations and no other, so that it needs today's packages. A source archive or a shallow
 * clone may have none.
 */
const findEarlier = async (): Promise<string | undefined> => {
  const today = new Set((await readFile(join(root, hashes), "utf8")).split("\n").filter(Boolean));
  const commits = (await run("git", "log", "--format=%H", "--", hashes)).split("\n");
  for (const [index, version] of commits.entries()) {
    const migrations = await migrationsOf(version);
    if (migrations.length < today.size && migrations.every((line) => today.has(line)))
      return index === 0 ? "HEAD" : `${commits[index - 1]}^`;
  }
  return undefined;
};
const commit = await findEarlier().catch(() => undefined);

/** The version before the newest migration, with today's packages. */
const earlierVersion = async (): Promise<string> => {
  const [folder, archive] = [await temporaryFolder(), join(await temporaryFolder(), "version.tar")];
  await run(
    "git",
    "archive",
    "-o",
    archive,
    commit!,
    "src",
    "resources",
    "docs",
    "templates",
    "scripts",
    "package.json",
  );
  await run("tar", "-xf", archive, "-C", folder);
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
};

test.skipIf(commit === undefined)(
  "the version before the newest migration goes on serving while workers, then web processes are replaced",
  async (context) => {
    const [database, dataDir, project] = await Promise.all([testDatabase(), temporaryFolder(), earlierVersion()]);
    const [workerDir, webDir] = [await temporaryFolder(), await temporaryFolder()];
    // One process locks a data directory: others see it as machines with a shared file system do.
    if (![workerDir, webDir].every((folder) => mountShared(dataDir, folder)))
      return context.skip("Mounting folders needs root.");
    await database.db.schema.dropSchema("public").cascade().execute();
    await database.db.schema.createSchema("public").execute();
    const start = (ROLE: string, folder: string, of = root) =>
      startCloudProcess(folder, { DATABASE_URL: database.url, ROLE }, of);
    const oldWeb = start("web", dataDir, project);
    const oldUrl = await oldWeb.ready;
    await unlockAllUsers(database);
    const owner = await newOwner(oldUrl);
    const worker = start("worker", workerDir);
    await worker.ready;
    const projectId = await owner.site("orchard", "Apples");

    const web = start("web", webDir);
    const url = await web.ready;
    const { data, deploy } = ownerWith(url, owner.token);
    const key = await data<{ id: string }>("POST /api/rpc/rpc/manager/keys", { name: "shop", notes: "", type: "FREE" });
    await deploy(projectId, { "index.html": "Pears" });

    expect(await owner.data(`GET /api/rpc/rpc/manager/keys/${key.id}`)).toMatchObject({ keyType: "FREE" });
    for (const at of [oldUrl, url]) {
      const site = async () => (await ask(Number(new URL(at).port), "orchard.localhost", "/")).body.toString();
      await expect.poll(site).toContain("Pears");
    }
    await oldWeb.end("SIGTERM");
    await deploy(projectId, { "index.html": "Plums" });
    expect(oldWeb.output()).not.toMatch(/internal error/i);
  },
);
