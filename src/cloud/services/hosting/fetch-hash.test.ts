import { beforeAll, expect, test } from "vitest";
import { carOf, folderBlocks, type FolderContent } from "../../../../tests/support/car.ts";
import { testHosting, type TestHosting } from "../../../../tests/support/hosting.ts";
import { ipfsGateway } from "../../../../tests/support/ipfs-gateway.ts";
import { cancel } from "./cancel.ts";
import { prepareHash } from "./deploy-source.ts";
import { messages } from "./messages.ts";

let cloud: TestHosting;
let gateway: Awaited<ReturnType<typeof ipfsGateway>>;
beforeAll(async () => {
  gateway = await ipfsGateway();
  cloud = await testHosting({ IPFS_GATEWAYS: gateway.url });
  await cloud.hosting.work();
});

/** Stores a folder only on the gateway. */
const elsewhere = async (files: FolderContent) => {
  const blocks = await folderBlocks(files);
  const cid = blocks[0]!.cid.toString();
  return { cid, blocks, give: async () => gateway.cars.set(cid, await carOf(blocks)) };
};

const deployHash = async (ipfsPath: string) => {
  const team = await cloud.team();
  const project = await cloud.project(team, { deployType: "CID", ipfsPath });
  const queue = await prepareHash(cloud.hosting.deps, cloud.db, team, project);
  const { deployment } = await cloud.inTrx(queue);
  return { team, project, id: deployment.id };
};

const logTextOf = async (team: string, id: string): Promise<string> =>
  (await cloud.logOf(team, id)).map(({ content }) => content).join("\n");

test("content not stored here is fetched from a configured gateway, with its progress in the log", async () => {
  const { cid, give } = await elsewhere({ "index.html": "from afar", "a.txt": "a" });
  await give();
  const { team, project, id } = await deployHash(`/ipfs/${cid}`);
  expect(await cloud.ended(team, id)).toMatchObject({ state: "success", cid });
  const { label } = await cloud.live(team, project);
  expect((await cloud.visit(label)).text).toBe("from afar");
  const logText = await logTextOf(team, id);
  expect(logText).toContain(messages.fetching(cid));
  expect(logText).toMatch(/Received \d/);
  expect(await cloud.storedBytes(team)).toBeGreaterThan(0n);
});

test("a deployment fails with one error message when no gateway has the content or one returns other content", async () => {
  const { cid, blocks } = await elsewhere({ "index.html": "nobody has me" });
  const { team, id } = await deployHash(`/ipfs/${cid}`);
  const ended = await cloud.ended(team, id);
  expect(ended).toMatchObject({ state: "failure", live_deployment_id: null });
  expect(ended.error_message).toMatch(/^The content was not found\./);
  const forged = { cid: blocks[1]!.cid, bytes: new TextEncoder().encode("forged") };
  gateway.cars.set(cid, await carOf([blocks[0]!, forged]));
  const again = await deployHash(`/ipfs/${cid}`);
  expect((await cloud.ended(again.team, again.id)).error_message).toContain("damaged or incomplete");
});

test("a folder inside fetched content is deployed as the site", async () => {
  const { cid, give } = await elsewhere({
    "index.html": "the root",
    docs: { guide: { "index.html": "the guide", "page.html": "a page" } },
  });
  await give();
  const { team, project, id } = await deployHash(`/ipfs/${cid}/docs/guide`);
  expect(await cloud.ended(team, id)).toMatchObject({ state: "success" });
  const { label } = await cloud.live(team, project);
  expect((await cloud.visit(label)).text).toBe("the guide");
  expect((await cloud.visit(label, "/page.html")).text).toBe("a page");
  expect((await cloud.visit(label, "/docs/guide/page.html")).status).toBe(404);
});

test("the error names a folder that is missing in the fetched content", async () => {
  const { cid, give } = await elsewhere({ "index.html": "root" });
  await give();
  const { team, id } = await deployHash(`/ipfs/${cid}/docs`);
  expect(await cloud.ended(team, id)).toMatchObject({
    state: "failure",
    error_message: messages.folderMissing(`/ipfs/${cid}/docs`),
  });
});

test("a deployment that is fetching content is cancelled at once", async () => {
  const { cid, give } = await elsewhere({ "index.html": "x".repeat(1000) });
  await give();
  const release = gateway.hold();
  try {
    const { team, id } = await deployHash(`/ipfs/${cid}`);
    await expect.poll(() => logTextOf(team, id)).toContain(messages.fetching(cid));
    await cloud.inTrx((trx) => cancel(trx, team, id));
    expect(await cloud.ended(team, id)).toMatchObject({ state: "cancelled" });
  } finally {
    release();
  }
});
