import { execFile } from "node:child_process";
import { chmod, chown, link, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { expect, test } from "vitest";
import { atFileEnd } from "../../../../../tests/support/file-end.ts";
import { startEmbeddedServer, type EmbeddedServer } from "./embedded-server.ts";

test("the database folder is accessible only to its owner, root or not", async () => {
  const folder = await temporaryFolder(0o700);
  const server = await start(folder);
  expect(await valueOf(server, "select 1 as value")).toBe(1);
});

test("text is sorted by code point, and pages have checksums", async () => {
  const server = await start(await temporaryFolder());
  const sorted = "select string_agg(t, '' order by t) as value from unnest(array['b', 'Z', 'ä', 'a']) as t";
  expect(await valueOf(server, sorted)).toBe("Zabä");
  expect(await valueOf(server, "select current_setting('data_checksums') as value")).toBe("on");
});

test("connections require the password", async () => {
  const server = await start(await temporaryFolder());
  const client = new Client({ ...server.connection, password: "guess", database: "postgres" });
  await expect(client.connect()).rejects.toThrow("password authentication failed");
});

test("a lock file with the ID of another program does not prevent the database from starting", async () => {
  const folder = await temporaryFolder();
  const first = await start(folder);
  const { dataDir } = first;
  await first.stop();
  // This process's own ID: alive, but not a database server.
  const lines = [process.pid, dataDir, 1_700_000_000, 5432, tmpdir(), "", "  12345 1", "ready"];
  await writeFile(join(dataDir, "postmaster.pid"), `${lines.join("\n")}\n`);
  const second = await start(folder);
  expect(await valueOf(second, "select 1 as value")).toBe(1);
});

test("leftovers of an interrupted first start are deleted", async () => {
  const folder = await temporaryFolder();
  const leftover = join(folder, "data.0123456789ab.tmp");
  await mkdir(leftover, { recursive: true });
  await writeFile(join(leftover, "PG_VERSION"), "18");
  const server = await start(folder);
  expect(await valueOf(server, "select 1 as value")).toBe(1);
  await expect(stat(leftover)).rejects.toThrow("ENOENT");
});

test("data of another major version is rejected with one sentence", async () => {
  const folder = await temporaryFolder();
  const server = await start(folder);
  await server.stop();
  await writeFile(join(server.dataDir, "PG_VERSION"), "16\n");
  await expect(startEmbeddedServer({ folder })).rejects.toThrow("was written by PostgreSQL 16, but version");
});

test("the password is readable only by the owner", async () => {
  const folder = await temporaryFolder();
  await start(folder);
  const { mode } = await stat(join(folder, "password"));
  expect(mode & 0o777).toBe(0o600);
  expect((await readFile(join(folder, "password"), "utf8")).length).toBeGreaterThanOrEqual(32);
});

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)("as root, the database runs as a dedicated system user", async () => {
  const server = await start(await temporaryFolder());
  const { uid } = await stat(server.dataDir);
  expect([0, 65_534]).not.toContain(uid);
  expect(server.sharesUser).toBe(false);
  const pid = Number.parseInt(await readFile(join(server.dataDir, "postmaster.pid"), "utf8"), 10);
  expect((await stat(`/proc/${pid}`)).uid).toBe(uid);
});

test.skipIf(!isRoot)(
  "data of a version that ran as nobody is handed over, without files that nobody linked into it",
  async () => {
    const folder = await temporaryFolder();
    const first = await start(folder);
    await first.stop();
    const { dataDir } = first;
    const [outside, linked] = [join(folder, "..", "outside"), join(dataDir, "base", "linked")];
    await writeFile(outside, "root's");
    await link(outside, linked);
    await symlink(outside, join(dataDir, "pointer"));
    const lines = ["local all all trust", ""].join("\n");
    await writeFile(join(dataDir, "pg_hba.conf"), lines);
    await promisify(execFile)("chown", ["-R", "-h", "65534:65534", dataDir]);
    await chown(outside, 0, 0);
    const second = await start(folder);
    expect(await valueOf(second, "select 1 as value")).toBe(1);
    const { uid } = await stat(dataDir);
    expect(uid).not.toBe(65_534);
    const { stdout } = await promisify(execFile)("find", [dataDir, "-uid", "65534"]);
    expect(stdout).toBe("");
    expect((await stat(outside)).uid).toBe(0);
    const client = new Client({ ...second.connection, password: "guess", database: "postgres" });
    await expect(client.connect()).rejects.toThrow("password authentication failed");
  },
);

const start = async (folder: string): Promise<EmbeddedServer> => {
  const server = await startEmbeddedServer({ folder, settings: { fsync: "off", shared_buffers: "16MB" } });
  atFileEnd(server.stop);
  return server;
};

const temporaryFolder = async (mode = 0o711): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-pg-"));
  await chmod(folder, mode);
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "postgres");
};

const valueOf = async (server: EmbeddedServer, query: string): Promise<unknown> => {
  const client = new Client({ ...server.connection, database: "postgres" });
  await client.connect();
  const { rows } = await client.query<{ value: unknown }>(query);
  await client.end();
  return rows[0]?.value;
};
