import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { prepareDataFolder } from "./data-folder.ts";

const isRoot = process.getuid?.() === 0;

/** A folder that cannot be written to: root needs a file system for that. undefined where it may not mount one. */
const readOnlyFolder = (): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), "freehold-read-only-"));
  try {
    if (isRoot) execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", folder], { stdio: "ignore" });
    else chmodSync(folder, 0o500);
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  atFileEnd(async () => {
    if (isRoot) execFileSync("umount", [folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
};

const folder = readOnlyFolder();

test.skipIf(folder === undefined)(
  "a read-only data directory or parent folder is reported in one sentence, with the reason",
  () => {
    const umask = process.umask();
    try {
      for (const path of [folder!, join(folder!, "data"), join(folder!, "deep/er/data")])
        expect(() => prepareDataFolder(path)).toThrow(
          `The data directory ${path} is not writable: ${isRoot ? "its file system is read-only" : "this user has no write permission"}.`,
        );
    } finally {
      process.umask(umask);
    }
  },
);

test("the database user's passage stays open when another start prepares the same data directory, and closes to all others", () => {
  const umask = process.umask();
  const path = mkdtempSync(join(tmpdir(), "freehold-modes-"));
  const modeOf = (name: string): number => statSync(join(path, name)).mode & 0o777;
  try {
    for (const [name, mode] of [
      ["postgres", 0o755],
      ["blobs", 0o755],
    ] as const) {
      mkdirSync(join(path, name));
      chmodSync(join(path, name), mode);
    }
    prepareDataFolder(path);
    prepareDataFolder(path);
    expect([modeOf("postgres"), modeOf("blobs")]).toEqual([0o710, 0o700]);
  } finally {
    process.umask(umask);
    rmSync(path, { recursive: true });
  }
});
