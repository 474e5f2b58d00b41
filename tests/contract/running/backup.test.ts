import { execFile } from "node:child_process";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { CID } from "multiformats/cid";
import { pino } from "pino";
import { expect, test } from "vitest";
import { readConfig } from "../../../src/cloud/config.ts";
import { openBlocks } from "../../../src/cloud/engines/blocks/open.ts";
import { connectDatabase } from "../../../src/cloud/engines/database/connect.ts";
import { embeddedAddress } from "../../../src/cloud/engines/database/embedded/embedded-server.ts";
import { databaseName } from "../../../src/cloud/engines/database/open.ts";
import { newOwner } from "../../support/account/owner.ts";
import { prepareDatabase } from "../../support/database/prepared-database.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { backupCommand } from "../../support/server/backup-command.ts";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { expectReady } from "../../support/server/ready.ts";

const run = promisify(execFile);
const log = pino({ level: "silent" });
const command = join(import.meta.dirname, "../../../src/cloud/backup/main.ts");

test("a backup taken under load restores to the state at the moment it was taken", async () => {
  const folder = await temporaryFolder();
  const [original, copy, target] = [join(folder, "original"), join(folder, "copy"), join(folder, "back-up")];
  await prepareDatabase(original);
  const cloud = startCloudProcess(original);
  const writer = await writeAway(original, folder, await cloud.ready);
  await writer.untilWritten(20);

  const before = writer.state();
  await run(process.execPath, [command, "backup", "--to", target], { env: { ...process.env, DATA_DIR: original } });
  await writer.untilWritten(writer.state().rows + 5);
  await writer.stop();
  await cloud.end("SIGINT");

  await backupCommand(copy, ["restore", "--from", target]);
  const restored = startCloudProcess(copy);
  const url = await restored.ready;
  await expectReady(url);

  const { pool, blocks } = await open(copy);
  const { rows } = await pool.query<{ n: number; cid: string }>("select n, cid from written order by n");
  expect(rows.length).toBeGreaterThanOrEqual(before.rows);
  for (const { n, cid } of rows) {
    const file = await blocks.resolve(CID.parse(cid), ["index.html"]);
    expect(await text(await blocks.read(file!.cid))).toBe(pageOf(n));
  }
  const repository = join(folder, "cloned");
  await run("git", ["clone", "--quiet", writer.repositoryAt(url), repository]);
  await run("git", ["fsck", "--full", "--strict"], { cwd: repository });
  expect(await commitsIn(repository)).toBeGreaterThanOrEqual(before.commits);
  expect((await readdir(target)).includes("git"), "copies of repositories are not backed up").toBe(false);
  await restored.end("SIGINT");
});

test("a stopped server can be backed up too, and a restore refuses a folder that is in use or not empty", async () => {
  const folder = await temporaryFolder();
  const [original, target] = [join(folder, "original"), join(folder, "back-up")];
  await prepareDatabase(original);
  const cloud = startCloudProcess(original);
  await cloud.ready;
  await cloud.end("SIGINT");
  await backupCommand(original, ["backup", "--to", target]);
  expect(await readdir(target)).toEqual(expect.arrayContaining(["backup.json", "blobs", "postgres"]));
  await expect(backupCommand(original, ["restore", "--from", target])).rejects.toThrow("is not empty");
  await expect(backupCommand(original, ["backup", "--to", target])).rejects.toThrow("already exists");
  await expect(backupCommand(original, ["backup", "--to", join(original, "inside")])).rejects.toThrow(
    "inside the data directory",
  );
  await expect(backupCommand(join(folder, "new"), ["restore", "--from", folder])).rejects.toThrow("is not a backup");
});

test("an interrupted restore keeps the server from starting on partial data", async () => {
  const folder = join(await temporaryFolder(), "data");
  await mkdir(folder);
  await writeFile(join(folder, "restore-unfinished"), "");
  await expect(startCloudProcess(folder).ready).rejects.toThrow("was interrupted. Empty the folder and restore again.");
});

test("an instance whose database is missing refuses to start on a new one until an operator adopts it", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const cloud = startCloudProcess(dataDir);
  await cloud.ready;
  await cloud.end("SIGINT");
  await rm(join(dataDir, "postgres"), { recursive: true });
  await expect(startCloudProcess(dataDir).ready).rejects.toThrow(/The database is new.*npm run adopt/);
  await backupCommand(dataDir, ["adopt"]);
  const adopted = startCloudProcess(dataDir);
  await expectReady(await adopted.ready);
  await adopted.end("SIGINT");
});

const open = async (dataDir: string) => {
  const address = await embeddedAddress(join(dataDir, "postgres"));
  const database = connectDatabase({ ...address, database: databaseName }, log);
  atFileEnd(() => database.close());
  const blocks = await openBlocks(readConfig({ DATA_DIR: dataDir }), database, log);
  return { ...database, blocks };
};

const pageOf = (n: number): string => `<h1>Page ${n}</h1>`;

/** Publishes pages, deletes every third one and pushes commits, until it is stopped. */
const writeAway = async (dataDir: string, folder: string, url: string) => {
  const { pool, blocks } = await open(dataDir);
  await pool.query("create table written (n int primary key, cid text not null)");
  const { repositoryAt, commit } = await repositoryIn(url, join(folder, "work"));
  const state = { rows: 0, commits: 0 };
  const stopping = new AbortController();

  const publish = async (n: number): Promise<void> => {
    const site = join(folder, "sites", String(n));
    await mkdir(site, { recursive: true });
    await writeFile(join(site, "index.html"), pageOf(n));
    const { cid } = await blocks.importFolder(site);
    await pool.query("insert into written values ($1, $2)", [n, cid]);
    if (n % 3 !== 0) return void (state.rows += 1);
    await pool.query("delete from written where n = $1", [n]);
    await blocks.forget(cid);
  };
  const publishing = (async () => {
    for (let n = 1; !stopping.signal.aborted; n += 1) await publish(n);
  })();
  const pushing = (async () => {
    while (!stopping.signal.aborted) {
      await commit();
      state.commits += 1;
    }
  })();
  const untilWritten = async (rows: number): Promise<void> => {
    while (state.rows < rows || state.commits === 0) await delay(20);
  };
  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all([publishing, pushing]);
  };
  return { state: () => ({ ...state }), untilWritten, stop, repositoryAt };
};

const repositoryIn = async (url: string, work: string) => {
  const owner = await newOwner(url);
  const { namespace } = await owner.data<{ namespace: string }>("POST /api/hosting/repo", { name: "site" });
  const { token } = await owner.data<{ token: string }>("POST /api/hosting/user/token/new", { name: "site" });
  const repositoryAt = (url: string) => `${url.replace("://", `://me:${token}@`)}/git/${namespace}/site.git`;
  await run("git", ["clone", "--quiet", repositoryAt(url), work]);
  const git = (...args: string[]) =>
    run("git", ["-c", "user.name=T", "-c", "user.email=t@example.com", ...args], { cwd: work });
  const commit = async (): Promise<void> => {
    await git("commit", "--quiet", "--allow-empty", "-m", "change");
    await git("push", "--quiet", "origin", "HEAD:main");
  };
  return { repositoryAt, commit };
};

const commitsIn = async (repository: string): Promise<number> =>
  Number((await run("git", ["rev-list", "--count", "HEAD"], { cwd: repository })).stdout);
