/** A module that is installed by a setting, in real server processes: examples/module. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { newOwner } from "../../support/account/owner.ts";
import { joinTeam } from "../../support/account/team.ts";
import { unlockUsersOf } from "../../support/billing/unlocks.ts";
import { startExternalDatabase } from "../../support/database/external-database.ts";
import { patience } from "../../support/patience.ts";
import { callerOf } from "../../support/server/api.ts";
import { startCloudProcess, temporaryFolder, type CloudProcess } from "../../support/server/cloud-process.ts";

const root = join(import.meta.dirname, "../../..");
const withModule = { FREEHOLD_MODULES: join(root, "examples/module") };
const pages = "/api/modules/bookmarks/page";
/** A private address, which modules can't reach. */
const address = "http://127.0.0.1:9/";
const bookmark = (name: string) => ({ name, address, topic: "WORK" });

let folder: string;
let settings: Record<string, string>;
let cloud: CloudProcess;
let url: string;

const start = async (more: Record<string, string>, dataDir = join(folder, "data")): Promise<void> => {
  cloud = startCloudProcess(dataDir, { ...settings, ...more });
  url = await cloud.ready;
};
const restart = async (more: Record<string, string>, dataDir?: string): Promise<void> => {
  await cloud.end("SIGTERM");
  await start(more, dataDir);
};

/** Sends a call to the process that runs now. */
const call = (line: string, token?: string, body?: object) => callerOf(url)(line, { token, ...(body && { body }) });
const statusOf = async (...args: Parameters<typeof call>) => (await call(...args)).status;
const installed = async (): Promise<readonly object[] | undefined> =>
  ((await (await fetch(`${url}/config.json`)).json()) as { resources?: object[] }).resources;

beforeAll(async () => {
  folder = await temporaryFolder();
  ({ settings } = await startExternalDatabase(join(folder, "server")));
  await start(withModule);
  const database = new Client({ connectionString: settings["DATABASE_URL"] });
  await database.connect();
  await unlockUsersOf(database);
  await database.end();
});

test("a module's calls, permissions, operation log and background task work, and its rows outlive restarts, backups and its removal", async () => {
  const { token: owner } = await newOwner(url);
  const memberWith = async (access: Parameters<typeof joinTeam>[3]): Promise<string> =>
    (await joinTeam(url, owner, (await newOwner(url)).token, access)).teamToken;
  const member = await memberWith({ access: ["HOSTING"] });
  const reader = await memberWith({ access: ["HOSTING"], levels: { HOSTING: "read" } });
  const other = await memberWith({ access: ["BUCKET"] });
  const { token: stranger } = await newOwner(url);

  const made = await call(`POST ${pages}`, member, bookmark("Seeds"));
  expect([made.status, made.body.data]).toMatchObject([200, { ...bookmark("Seeds"), state: "NEW" }]);
  const { id } = made.body.data as { id: string };
  const page = `${pages}/${id}`;
  const invalid = await call(`POST ${pages}`, member, { name: "", address: "nowhere", topic: "OTHER" });
  expect([invalid.status, Object.keys(invalid.body.data)]).toEqual([422, ["name", "address", "topic"]]);

  expect(await statusOf(`GET ${page}`, stranger)).toBe(404);
  expect(await statusOf(`DELETE ${page}`, stranger)).toBe(404);
  expect(await statusOf(`GET ${page}`)).toBe(401);
  expect(await statusOf(`GET ${page}`, other)).toBe(403);
  expect(await statusOf(`GET ${page}`, reader)).toBe(200);
  expect(await statusOf(`POST ${pages}`, reader, bookmark("Refused"))).toBe(403);

  // Its background task has checked the page.
  await vi.waitFor(async () => {
    expect((await call(`GET ${page}`, owner)).body.data).toMatchObject({ state: "MISSING" });
  }, patience);
  const logs = await call("GET /api/auth/user/activity/action/logs?keyword=seeds", owner);
  expect(logs.body.data).toMatchObject({ items: [{ action: "HOSTING_CREATE_BOOKMARK", target: "Seeds" }] });
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> };
  expect(Object.keys(paths[`${pages}/{id}`]!)).toEqual(["get", "put", "delete"]);
  expect(await installed()).toMatchObject([{ name: "bookmarks", routes: { list: "/bookmarks" } }]);

  await restart({});
  expect(await statusOf(`GET ${page}`, owner)).toBe(404);
  expect(await installed()).toBeUndefined();
  expect(await statusOf("GET /api/hosting/project/v3/list", owner)).toBe(200);

  await restart(withModule);
  expect((await call(`GET ${page}`, owner)).body.data).toMatchObject({ id, name: "Seeds" });

  // The backup has its rows, and restoring needs the module that creates its tables.
  const backups = { BACKUP_TO: join(folder, "backups"), BACKUP_KEY: "b".repeat(40) };
  await maintain(["backup"], { ...backups, DATA_DIR: join(folder, "data") });
  const database = new Client({ connectionString: settings["DATABASE_URL"] });
  await database.connect();
  await database.query("create database restored");
  await database.end();
  await cloud.end("SIGTERM");
  const [DATABASE_URL, DATA_DIR] = [
    settings["DATABASE_URL"]!.replace("/freehold?", "/restored?"),
    join(folder, "copy"),
  ];
  const target = { ...backups, DATABASE_URL, DATA_DIR };
  await expect(maintain(["restore"], target)).rejects.toThrow(
    "The data has tables of the module bookmarks, but FREEHOLD_MODULES has no module with the migration bookmarks/001-page.",
  );
  await maintain(["restore"], { ...target, ...withModule, DATA_DIR: join(folder, "second") });
  await start({ ...withModule, DATABASE_URL }, join(folder, "second"));
  expect((await call(`GET ${page}`, owner)).body.data).toMatchObject({ id, name: "Seeds", state: "MISSING" });
});

test("a module that is not there ends the start with its name", async () => {
  const { ready } = startCloudProcess(await temporaryFolder(), { ...settings, FREEHOLD_MODULES: "./nowhere" });
  await expect(ready).rejects.toThrow("The module ./nowhere of FREEHOLD_MODULES can't be loaded. It was not found.");
});

/** Runs a maintenance command in its own process, which can load modules. Rejects with what it prints. */
const maintain = async (args: readonly string[], more: Record<string, string>): Promise<void> => {
  const env = { ...process.env, ...settings, ...more };
  const command = join(root, "src/cloud/backup/main.ts");
  await promisify(execFile)(process.execPath, [command, ...args], { env }).catch((error: unknown) => {
    throw new Error((error as { readonly stdout: string }).stdout);
  });
};
