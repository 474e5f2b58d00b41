import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { readConfig } from "../../config.ts";
import { createBackup } from "./create-backup.ts";

afterEach(() => void vi.useRealTimers());

test("old backups and blobs that no remaining one has are deleted, but points in time within the limit stay restorable", async () => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-backups-"));
  const { url, connection, db } = await testDatabase();
  await db
    .insertInto("instance")
    .values({ id: "0b9f2a44-61e0-4a43-9fd5-0c6f5a3d4a0e" })
    .onConflict((on) => on.doNothing())
    .execute();
  const DATA_DIR = join(folder, "data");
  const config = readConfig({
    DATA_DIR,
    DATABASE_URL: url,
    BACKUP_TO: join(folder, "backups"),
    BACKUP_KEY: "k".repeat(32),
    BACKUP_KEEP_DAYS: "0.01",
  });
  await mkdir(join(DATA_DIR, "blobs"), { recursive: true });
  await writeFile(join(DATA_DIR, "blobs/kept"), "kept");
  await writeFile(join(DATA_DIR, "blobs/deleted"), "deleted");
  const startedAt = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  const backUp = async (hours: number) => {
    vi.setSystemTime(startedAt + hours * 3_600_000);
    const { newBlobs } = await createBackup({ config, connection });
    const names = await readdir(join(folder, "backups/blobs"));
    const of = (prefix: string) => names.filter((name) => name.startsWith(prefix)).length;
    return {
      newBlobs,
      manifests: of("backup-"),
      archives: of("archive-"),
      blobs: names.filter((name) => name.startsWith("blob-")).toSorted(),
    };
  };

  expect(await backUp(0)).toMatchObject({ newBlobs: 2, manifests: 1 });
  await rm(join(DATA_DIR, "blobs/deleted"));
  expect(await backUp(3)).toMatchObject({ newBlobs: 0, manifests: 2, blobs: ["blob-deleted", "blob-kept"] });
  expect(await backUp(6)).toMatchObject({ manifests: 2, archives: 2, blobs: ["blob-deleted", "blob-kept"] });
  expect(await backUp(9)).toMatchObject({ manifests: 2, archives: 2, blobs: ["blob-kept"] });

  await expect(createBackup({ config: { ...config, BACKUP_KEY: "x".repeat(32) }, connection })).rejects.toThrow(
    "BACKUP_KEY is not the key",
  );
  await db.updateTable("instance").set({ id: "7d0c5c0e-7f1e-4d80-8f0c-50a2f6f0d1a1" }).execute();
  await expect(createBackup({ config, connection })).rejects.toThrow("belong to another instance");
  const failed = await db.selectFrom("backup").select("error").where("error", "is not", null).execute();
  expect(failed).toHaveLength(2);
  await rm(folder, { recursive: true });
});
