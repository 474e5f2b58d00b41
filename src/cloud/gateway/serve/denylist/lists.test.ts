/** Denylists of several processes with separate data directories. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CID } from "multiformats/cid";
import { pino } from "pino";
import { beforeEach, expect, test, vi } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../../tests/support/file-end.ts";
import { testFolder } from "../../../../../tests/support/ipfs/blocks.ts";
import { referenceCid } from "../../../../../tests/support/ipfs/unixfs.ts";
import { patience } from "../../../../../tests/support/patience.ts";
import { testProcesses } from "../../../../../tests/support/server/realtime.ts";
import type { Realtime } from "../../../engines/realtime/realtime.ts";
import { createScheduler } from "../../../kernel/duties.ts";
import { createDenylists } from "./lists.ts";

const log = pino({ level: "silent" });
const cidOf = (text: string): Promise<string> => referenceCid([{ path: "a", content: Buffer.from(text) }]);

let database: TestDatabase;
let folders: readonly [string, string];
beforeEach(async () => {
  database = await testDatabase();
  folders = [await testFolder(), await testFolder()];
  for (const folder of folders) await mkdir(join(folder, "denylists"));
});

const fileIn = (dataDir: string, name: string): string => join(dataDir, "denylists", name);
const open = (dataDir: string, wake: (name: string) => void = () => undefined) =>
  createDenylists({ dataDir, db: database.db, log, wake });
const denies = (lists: ReturnType<typeof open>, cid: string): boolean =>
  lists.current().ofContent(CID.parse(cid)) !== undefined;

test("a list applies in every process at once, although each looks for changes once an hour, and until its file is deleted", async () => {
  const denied = await cidOf("denied");
  const start = async (dataDir: string, realtime: Realtime) => {
    const scheduler = createScheduler({ database, realtime, roles: ["web"], log });
    atFileEnd(() => scheduler.close());
    const lists = open(dataDir, scheduler.wake);
    await scheduler.start(lists.duties.map((duty) => ({ ...duty, every: "1 h" as const })));
    await vi.waitFor(() => expect(scheduler.states()).toMatchObject([{ runs: 1, isRunning: false }]), patience);
    return lists;
  };
  const [here, there] = await testProcesses(database, log);
  const [first, second] = [await start(folders[0], here), await start(folders[1], there)];

  await writeFile(fileIn(folders[0], "local.deny"), `/ipfs/${denied}\n`);
  await first.refresh();
  expect(denies(first, denied)).toBe(true);
  await vi.waitFor(() => expect(denies(second, denied)).toBe(true), patience);

  await rm(fileIn(folders[0], "local.deny"));
  await first.refresh();
  await vi.waitFor(() => expect(denies(second, denied)).toBe(false), patience);
});

test("lists with the same name in two data directories both apply, and deleting one keeps the other", async () => {
  const cids = [await cidOf("one"), await cidOf("two")] as const;
  const [first, second] = [open(folders[0]), open(folders[1])];
  for (const [index, folder] of folders.entries())
    await writeFile(fileIn(folder, "local.deny"), `/ipfs/${cids[index]}`);
  for (const lists of [first, second, first]) await lists.refresh();
  for (const lists of [first, second]) expect(cids.map((cid) => denies(lists, cid))).toEqual([true, true]);
  await rm(fileIn(folders[1], "local.deny"));
  for (const lists of [second, first]) await lists.refresh();
  for (const lists of [first, second]) expect(cids.map((cid) => denies(lists, cid))).toEqual([true, false]);
});

test("files that exist at the start are stored, and a file deleted while its process was stopped no longer applies", async () => {
  const [kept, gone] = [await cidOf("kept"), await cidOf("gone")];
  await writeFile(fileIn(folders[0], "kept.deny"), `/ipfs/${kept}`);
  await writeFile(fileIn(folders[0], "gone.deny"), `/ipfs/${gone}`);
  await open(folders[0]).refresh();
  await rm(fileIn(folders[0], "gone.deny"));
  const restarted = open(folders[0]);
  const elsewhere = open(folders[1]);
  for (const lists of [restarted, elsewhere]) await lists.refresh();
  for (const lists of [restarted, elsewhere])
    expect([kept, gone].map((cid) => denies(lists, cid))).toEqual([true, false]);
});

test("a file that can't be read keeps its stored list, and does not stop the others", async () => {
  const [old, other] = [await cidOf("old"), await cidOf("other")];
  const lists = open(folders[0]);
  await writeFile(fileIn(folders[0], "a.deny"), `/ipfs/${old}`);
  await lists.refresh();
  await rm(fileIn(folders[0], "a.deny"));
  await mkdir(fileIn(folders[0], "a.deny"));
  await writeFile(fileIn(folders[0], "b.deny"), `/ipfs/${other}`);
  await expect(lists.refresh()).rejects.toThrow("EISDIR");
  expect([old, other].map((cid) => denies(lists, cid))).toEqual([true, true]);
});
