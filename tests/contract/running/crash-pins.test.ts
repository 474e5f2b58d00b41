/** Kills a server while it fetches a pin. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { carOf, folderBlocks } from "../../support/ipfs/car.ts";
import { preparedDataFolder, startCloudProcess } from "../../support/server/cloud-process.ts";
import { withEmbeddedDatabase } from "../../support/database/embedded-database.ts";
import { ipfsGateway } from "../../support/ipfs/ipfs-gateway.ts";
import { newPinner, type PinStatus } from "../../support/ipfs/pinner.ts";
import { unlockAllUsersOn } from "../../support/billing/unlocks.ts";

const patience = { timeout: 120_000, interval: 50 };

test("a pin whose server is killed during the fetch is pinned once after the next start, without leftovers", async () => {
  const dataDir = await preparedDataFolder();
  const gateway = await ipfsGateway();
  const blocks = await folderBlocks({ "a.txt": "from afar, after a fall", "b.txt": "and the rest" });
  const cid = blocks[0]!.cid.toString();
  gateway.cars.set(cid, await carOf(blocks));
  const release = gateway.hold();

  const killed = startCloudProcess(dataDir, { IPFS_GATEWAYS: gateway.url });
  const address = await killed.ready;
  await unlockAllUsersOn(dataDir);
  const { accessToken, pin } = await newPinner(address);
  const { requestid } = await pin(cid);
  await vi.waitFor(() => expect(gateway.requests).not.toEqual([]), patience);
  await killed.end("SIGKILL");
  release();

  const cloud = startCloudProcess(dataDir, { IPFS_GATEWAYS: gateway.url });
  const url = await cloud.ready;
  await vi.waitFor(async () => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await fetch(`${url}/api/pinning/pins/${requestid}`, { headers });
    expect(((await answer.json()) as PinStatus).status).toBe("pinned");
  }, patience);
  expect(await (await fetch(`${url}/ipfs/${cid}/a.txt`)).text()).toBe("from afar, after a fall");
  await vi.waitFor(async () => expect(await readdir(join(dataDir, "staging"))).toEqual([]), patience);
  const charged = await withEmbeddedDatabase(dataDir, async (database) => {
    const { rows } = await database.query<{ stored: string; held: string; holdings: string }>(
      `select (select sum(size_bytes) from storage_level where resource = 'IPFS_STORAGE') as stored,
              sum(size_bytes) as held, count(*) as holdings from holding where holders = 1`,
    );
    return rows[0]!;
  });
  expect(charged).toEqual({ stored: charged.held, held: expect.stringMatching(/^[1-9]/), holdings: "1" });
  await cloud.end("SIGINT");
});
