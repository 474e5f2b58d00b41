import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CID } from "multiformats/cid";
import { expect, test } from "vitest";
import { testBlocks } from "../../../../tests/support/ipfs/blocks.ts";

const writer = join(import.meta.dirname, "../../../../tests/support/ipfs/block-writer.ts");

/** Runs the writer until it has printed `lines` lines, then kills it. Returns its output. */
const writeAndKill = async (dataDir: string, url: string, lines: number): Promise<string[]> => {
  const child = spawn(process.execPath, [writer, dataDir, url], { stdio: ["ignore", "pipe", "inherit"] });
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    if (printed.length === lines) child.kill("SIGKILL");
  }
  return printed;
};

test("a kill -9 at any moment loses no recorded content, and the next start removes the rest", async () => {
  const { database, dataDir, reopen } = await testBlocks();
  const recorded: string[] = [];
  for (const lines of [7, 31]) recorded.push(...(await writeAndKill(dataDir, database.url, lines)));
  expect(recorded.length).toBeGreaterThanOrEqual(38);

  const blocks = await reopen();
  for (const cid of recorded) {
    // Reads each block and verifies its hash; a missing one throws.
    for await (const _ of blocks.exportCar(CID.parse(cid), { scope: "all", dups: false }));
  }
  const indexed = await database.db.selectFrom("blob").select("id").execute();
  const ids = new Set(indexed.map(({ id }) => id));
  for (const name of await readdir(join(dataDir, "blobs"))) expect(ids.has(name)).toBe(true);
});
