import { beforeAll, describe, expect, it } from "vitest";
import { carOf, folderBlocks, rawBlock } from "../../../../tests/support/ipfs/car.ts";
import { testCloud, type TestCloud } from "../../../../tests/support/server/cloud.ts";
import { ipfsGateway } from "../../../../tests/support/ipfs/ipfs-gateway.ts";
import { newPinner } from "../../../../tests/support/ipfs/pinner.ts";

let cloud: TestCloud;
let gateway: Awaited<ReturnType<typeof ipfsGateway>>;
beforeAll(async () => {
  gateway = await ipfsGateway();
  cloud = await testCloud({ IPFS_GATEWAYS: gateway.url });
});

const textAt = async (path: string): Promise<string> => {
  const answer = await fetch(`${cloud.url}/ipfs/${path}`);
  return answer.ok ? answer.text() : `${answer.status}`;
};

describe("content that is not stored here", () => {
  it("is fetched from a configured gateway as a CAR, verified block by block, and pinned", async () => {
    const { pin, settled } = await newPinner(cloud.url);
    const blocks = await folderBlocks({ "index.html": "<p>from afar</p>", "notes.txt": "a note" });
    const cid = blocks[0]!.cid.toString();
    gateway.cars.set(cid, await carOf(blocks));
    const { requestid } = await pin(cid);
    const status = await settled(requestid);
    expect(status).toMatchObject({ status: "pinned", info: { raw_size: expect.stringMatching(/^[1-9]/) } });
    expect(gateway.requests).toContain(`/ipfs/${cid}?format=car&dag-scope=all`);
    expect(await textAt(`${cid}/notes.txt`)).toBe("a note");
  });

  it("is rejected when a block does not match its CID, and is pinned once a source has it completely", async () => {
    const { pin, until, settled } = await newPinner(cloud.url);
    const blocks = await folderBlocks({ "a.txt": "the true text" });
    const cid = blocks[0]!.cid.toString();
    const forged = { cid: blocks[1]!.cid, bytes: new TextEncoder().encode("a false text!") };
    gateway.cars.set(cid, await carOf([blocks[0]!, forged]));
    const { requestid } = await pin(cid);
    const waiting = await until(requestid, ({ info }) => /Retrying/.test(info["status_details"] ?? ""));
    expect(waiting.info["status_details"]).toContain("damaged or incomplete");
    expect(await textAt(`${cid}/a.txt`)).toBe("404");
    gateway.cars.set(cid, await carOf(blocks));
    expect((await settled(requestid)).status).toBe("pinned");
    expect(await textAt(`${cid}/a.txt`)).toBe("the true text");
  });

  it("is never fetched from private addresses, even if a pin's origins contain some", async () => {
    const inner = await ipfsGateway();
    const { pin, until } = await newPinner(cloud.url);
    const { cid, bytes } = await rawBlock("inside of the network");
    inner.cars.set(cid.toString(), await carOf([{ cid, bytes }]));
    const origins = [`/ip4/127.0.0.1/tcp/${inner.port}/http`, `/dns4/localhost/tcp/${inner.port}/http/p2p/12D3Koo`];
    const { requestid } = await pin(cid.toString(), { origins });
    const { info } = await until(requestid, (status) => /Retrying/.test(status.info["status_details"] ?? ""));
    expect(info["status_details"]).toContain("is not on the public Internet");
    expect(inner.requests).toEqual([]);
  });

  it("beyond the team's storage limit is not pinned, and leaves nothing behind", async () => {
    const { owner, pin, settled } = await newPinner(cloud.url);
    const { teamId } = await owner.data<{ teamId: string }>("GET /api/hosting/user/token/self");
    await cloud.database.db
      .updateTable("allowance_grant")
      .set({ amount: 10n })
      .where("team_id", "=", teamId)
      .where("resource", "=", "IPFS_STORAGE")
      .execute();
    const block = await rawBlock("more than ten bytes");
    gateway.cars.set(block.cid.toString(), await carOf([block]));
    const status = await settled((await pin(block.cid.toString())).requestid);
    expect(status).toMatchObject({ status: "failed", info: { status_details: expect.stringContaining("storage") } });
    expect(await textAt(block.cid.toString())).toBe("404");
  });
});

describe("an uploaded CAR", () => {
  it("is verified block by block, and each of its roots becomes a pin", async () => {
    const { list, upload } = await newPinner(cloud.url);
    const [one, two] = [await folderBlocks({ "a.txt": "one" }), await folderBlocks({ "b.txt": "two" })];
    const roots = [one[0]!.cid, two[0]!.cid];
    const sent = await upload(await carOf([...one, ...two], roots), "both");
    expect(sent.status, sent.message).toBe(200);
    expect(sent.list.map(({ cid, status, name }) => [cid, status, name])).toEqual(
      roots.map((cid) => [cid.toString(), "pinned", "both"]),
    );
    expect((await list()).count).toBe(2);
    expect(await textAt(`${two[0]!.cid.toString()}/b.txt`)).toBe("two");
  });

  it("is rejected with a message when it is damaged, incomplete or not a CAR, and pins nothing", async () => {
    const { list, upload } = await newPinner(cloud.url);
    const blocks = await folderBlocks({ "c.txt": "three" });
    const whole = await carOf(blocks);
    const damaged = Buffer.from(whole);
    damaged[damaged.length - 2]! ^= 1;
    for (const car of [
      damaged,
      await carOf([blocks[0]!]),
      whole.subarray(0, whole.length - 3),
      Buffer.from("a zip?"),
    ]) {
      const { status, code, message } = await upload(car);
      expect([status, code]).toEqual([422, "CAR_INVALID"]);
      expect(message).toMatch(/\.$/);
    }
    expect((await list("?status=queued,pinning,pinned,failed")).count).toBe(0);
  });
});
