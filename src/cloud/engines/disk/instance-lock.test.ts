import { expect, test } from "vitest";
import { testFolder } from "../../../../tests/support/ipfs/blocks.ts";
import { lockDataFolder } from "./instance-lock.ts";

test("one process uses a data folder at a time; the error says where", async () => {
  const folder = await testFolder();
  const first = await lockDataFolder(folder);
  first.announce("http://localhost:4040");
  await expect(lockDataFolder(folder)).rejects.toThrow(
    `Freehold is already running on ${folder} (process ${process.pid}) at http://localhost:4040. Stop it first`,
  );
  await first.release();
  await (await lockDataFolder(folder)).release();
});

test("processes with an external database share a data folder", async () => {
  const folder = await testFolder();
  const [first, second] = [
    await lockDataFolder(folder, { isShared: true }),
    await lockDataFolder(folder, { isShared: true }),
  ];
  await second.release();
  await expect(lockDataFolder(folder)).rejects.toThrow("already running");
  await first.release();
});
